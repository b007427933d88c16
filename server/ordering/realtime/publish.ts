import type { FastifyBaseLogger } from 'fastify';
import type { MessageData, MessageType, TableMessage } from '#contract/messages.ts';
import type { Metrics } from '#server/platform/monitoring/metrics.ts';
import type { Hub } from './hub.ts';

export interface HubDeps {
  readonly hub: Hub;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly metrics: Pick<Metrics, 'announced'>;
}

/** The sender of the server's own messages. No browser has this id. */
const serverSender = 'server';

/**
 * Sends a message to a group. Never rejects: a phone that misses a message gets the same facts by its next request.
 * @returns whether the hub has accepted it
 */
export async function publish(
  { hub, log, metrics }: HubDeps,
  group: string,
  messageType: MessageType,
  data: MessageData,
): Promise<boolean> {
  const message: TableMessage = { fromBrowserId: serverSender, messageType, data };
  const start = performance.now();
  const measureSeconds = (): number => (performance.now() - start) / 1000;
  try {
    await hub.send(group, message);
    metrics.announced(measureSeconds(), true);
    return true;
  } catch (error) {
    metrics.announced(measureSeconds(), false);
    log.warn({ err: error, group }, `${messageType} could not be announced`);
    return false;
  }
}
