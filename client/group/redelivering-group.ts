/**
 * A table group that delivers accepted changes reliably. A message with events or an order waits in a queue until the hub
 * acknowledges it or the group is closed. The order of messages stays. After a failure the waiting messages are merged.
 * Other messages, such as presence, get one attempt.
 */
import type { MessageData, MessageType } from '#contract/messages.ts';
import { doubleDelay, pauseMs } from '#sync/parts/back-off.ts';
import { sleep, type Environment } from '../environment/environment.ts';
import { mergeMessages, fitMessage, type OutgoingMessage } from './outgoing-messages.ts';
import type { TableGroup } from './table-group.ts';

/** Pause between two attempts to deliver a message, ms. It doubles each time up to `maxMs`. */
const retry = { firstMs: 1_000, maxMs: 15_000 };

interface QueuedMessage extends OutgoingMessage {
  readonly settle: (isDelivered: boolean) => void;
}

export function createRedeliveringGroup(group: TableGroup, env: Environment): TableGroup {
  let queue: QueuedMessage[] = [];
  let isRunning = false;
  let closed = false;
  let tryNow = () => {};
  const connects = group.connected.subscribe(() => tryNow());

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      tryNow = resolve;
      void sleep(env, pauseMs(env.random(), ms)).then(resolve);
    });

  const deliver = async () => {
    let delay = retry.firstMs;
    for (let [first] = queue; first && !closed; [first] = queue) {
      if (await group.publish(first.messageType, first.data)) {
        queue.shift();
        first.settle(true);
        delay = retry.firstMs;
        continue;
      }
      if (closed) return;
      await pause(delay);
      delay = doubleDelay(retry, delay);
      queue = mergeQueue(queue);
    }
  };

  const run = async () => {
    isRunning = true;
    await deliver();
    isRunning = false;
    if (closed) for (const { settle } of queue.splice(0)) settle(false);
  };

  return {
    messages: group.messages,
    connected: group.connected,
    live: group.live,
    publish: (messageType: MessageType, data: MessageData) => {
      if (closed || !isAccepted(data)) return group.publish(messageType, data);
      return new Promise((settle) => {
        queue.push({ ...fitMessage({ messageType, data }), settle });
        if (!isRunning) void run();
      });
    },
    async close() {
      closed = true;
      connects.unsubscribe();
      tryNow();
      await group.close();
    },
  };
}

/** Whether the message announces something that the server accepted. Other messages are useless if they come late. */
function isAccepted({ events, orderId }: MessageData): boolean {
  return events !== undefined || orderId !== undefined;
}

/** Merges neighbours in the queue as far as possible. */
function mergeQueue(queue: readonly QueuedMessage[]): QueuedMessage[] {
  const shorter: QueuedMessage[] = [];
  for (const next of queue) {
    const last = shorter.at(-1);
    const both = last && mergeMessages(last, next);
    if (!both) {
      shorter.push(next);
      continue;
    }
    const settle = (isDelivered: boolean) => {
      last.settle(isDelivered);
      next.settle(isDelivered);
    };
    shorter.splice(-1, 1, { ...both, settle });
  }
  return shorter;
}
