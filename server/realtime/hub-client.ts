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

/**
 * The client signs a token for each message, and its signer takes a text for a PEM file first: half a millisecond each
 * time. It takes a key object as it is.
 */
function readyKey(accessKey: string): AzureKeyCredential {
  const key: unknown = createSecretKey(Buffer.from(accessKey));
  return new AzureKeyCredential(key as string);
}
