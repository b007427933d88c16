import type { MessageData, MessageType } from '#contract/messages.ts';
import { doubleDelay, pauseMs } from '#sync/parts/back-off.ts';
import { sleep, type Environment } from '../environment/environment.ts';
import { mergeMessages, fitMessage, type OutgoingMessage } from './outgoing-messages.ts';
import type { TableGroup } from './table-group.ts';

/** Between two attempts to deliver a message, ms: doubled each time, up to the longest. */
const retry = { firstMs: 1_000, maxMs: 15_000 };

interface Kept extends OutgoingMessage {
  readonly settle: (isDelivered: boolean) => void;
}

/**
 * The table group for what the server accepted (P3): such a message is kept until it is delivered or the group is
 * closed. The order stays, and what piles up behind a failure goes together. Other messages have one attempt.
 */
export function createRedeliveringGroup(group: TableGroup, env: Environment): TableGroup {
  let queue: Kept[] = [];
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
      queue = together(queue);
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
        queue.push({ ...fitting({ messageType, data }), settle });
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

/** What the server has taken: events and orders. A dialog that is closed too late is no news. */
function isAccepted({ events, orderId }: MessageData): boolean {
  return events !== undefined || orderId !== undefined;
}

/** The queue in as few messages as may be. */
function together(queue: readonly Kept[]): Kept[] {
  const shorter: Kept[] = [];
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
