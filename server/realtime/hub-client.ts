import { createSecretKey } from 'node:crypto';
import { AzureKeyCredential, WebPubSubServiceClient } from '@azure/web-pubsub';

const hubName = 'tables';

export function createHubClient(connectionString: string): WebPubSubServiceClient {
  const valueOf = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`, 'i').exec(connectionString)?.[1];
  const endpoint = new URL(valueOf('Endpoint') ?? '');
  const port = valueOf('Port');
  if (port) endpoint.port = port;
  return new WebPubSubServiceClient(endpoint.href, readyKey(valueOf('AccessKey') ?? ''), hubName, {
    allowInsecureConnection: endpoint.protocol === 'http:',
  });
}

/** A key object: of a text the client's signer tries first whether it is a PEM file, half a millisecond each message. */
function readyKey(accessKey: string): AzureKeyCredential {
  const key: unknown = createSecretKey(Buffer.from(accessKey));
  return new AzureKeyCredential(key as string);
}
