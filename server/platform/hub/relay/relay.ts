/**
 * Connects the hubs of several servers, so that each of them may hold any phone of a table. A hub carries out every
 * message and every changing REST call for its own phones, and passes it on to the other hubs, which do the same.
 *
 *     phone ─► hub ──┬─► its own members of the group
 *                    └─► broker ─► other hubs ─► their members of the group
 *
 * The broker keeps nothing, so a lost link leaves a gap. Afterwards the phones read their table from the server again:
 *
 * | lost | afterwards |
 * |---|---|
 * | messages of others | the hub ends its own sessions, and their clients connect again |
 * | messages of this hub | the other hubs do the same for the groups of these messages |
 * | calls of this hub | the other hubs carry them out late |
 *
 * An ack means that the phone's own hub has accepted the message, with or without a broker.
 */
import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { HubLogEntry } from '../log-entry.ts';
import { connectToBroker } from '#server/platform/broker.ts';

const groupMessage = z.object({
  hub: z.string(),
  group: z.string(),
  /** Null if the server publishes, or an anonymous connection. */
  fromUserId: z.nullable(z.string()),
  payload: z.object({ dataType: z.enum(['json', 'text', 'binary', 'protobuf']), json: z.string() }),
  ttlSeconds: z.number(),
});

const restCall = z.object({
  method: z.string(),
  /** Below `/api/hubs/`, still percent-encoded. */
  path: z.string(),
  search: z.string(),
  contentType: z.string(),
  /** In base64. */
  body: z.string(),
});

const from = z.string();
const passed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), from, message: groupMessage }),
  z.object({ kind: z.literal('call'), from, call: restCall }),
  /** Null stands for all groups. */
  z.object({ kind: z.literal('missed'), from, groups: z.nullable(z.array(groupMessage.shape.group)) }),
]);

export type GroupMessage = z.infer<typeof groupMessage>;
export type RestCall = z.infer<typeof restCall>;
type Passed = z.infer<typeof passed>;

/** How this server's hub carries out what other hubs pass on. */
interface Receiver {
  deliver(message: GroupMessage): void;
  call(call: RestCall): void;
  /** Ends the sessions in these groups, or all. Their clients connect again and catch up. */
  reconnect(groups: readonly string[] | null): void;
}

export interface Relay {
  passMessage(message: GroupMessage): void;
  passCall(call: RestCall): void;
  isUp(): boolean;
  close(): void;
}

/** More missed groups than this are reported as all groups. */
const mostMissedGroups = 10_000;
/** Older missed calls are dropped. Calls that matter for security are repeated by the server. */
const mostMissedCalls = 1_000;

interface RelayOptions {
  readonly url: string;
  /** Servers with the same key belong together. Others may use the same broker. */
  readonly accessKey: string;
  readonly receiver: Receiver;
  readonly log: (entry: HubLogEntry) => void;
}

export function createRelay({ url, accessKey, receiver, log }: RelayOptions): Relay {
  const ownId = randomUUID();
  let missedGroups = new Set<string>();
  let missedCalls: RestCall[] = [];

  const remember = (lost: Passed): void => {
    if (lost.kind === 'message') missedGroups.add(lost.message.group);
    else if (lost.kind === 'missed') for (const group of lost.groups ?? []) missedGroups.add(group);
    else missedCalls = [...missedCalls.slice(1 - mostMissedCalls), lost.call];
  };
  const pass = (message: Passed): void => {
    broker.publish(JSON.stringify(message)).catch(() => remember(message));
  };
  const passMissed = (): void => {
    const [groups, calls] = [missedGroups, missedCalls];
    [missedGroups, missedCalls] = [new Set(), []];
    for (const call of calls) pass({ kind: 'call', from: ownId, call });
    if (groups.size === 0) return;
    const named = groups.size > mostMissedGroups ? null : [...groups];
    pass({ kind: 'missed', from: ownId, groups: named });
  };
  const broker = connectToBroker({
    url,
    channel: `lazy-susan:hub:${createHash('sha256').update(accessKey).digest('hex').slice(0, 16)}`,
    onMessage: (text) => {
      const read = passed.safeParse(parse(text));
      // A server of another release may pass on what this one does not know.
      if (!read.success || read.data.from === ownId) return;
      if (read.data.kind === 'message') receiver.deliver(read.data.message);
      else if (read.data.kind === 'call') receiver.call(read.data.call);
      else receiver.reconnect(read.data.groups);
    },
    onUp: () => {
      log({ level: 'info', msg: 'the broker is connected' });
      passMissed();
      receiver.reconnect(null);
    },
    onDown: (error) => log({ level: 'error', msg: 'the broker is lost', error: describe(error) }),
  });

  return {
    passMessage: (message) => pass({ kind: 'message', from: ownId, message }),
    passCall: (call) => pass({ kind: 'call', from: ownId, call }),
    isUp: broker.isUp,
    close: broker.close,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Not the whole error, which may hold the broker's address with its password. */
function describe(error: unknown): string {
  return error instanceof Error ? ('code' in error && String(error.code)) || error.name : '';
}
