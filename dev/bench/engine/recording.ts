/** Plays an evening with a library, and records the messages that its phones send. */
import { deepStrictEqual } from 'node:assert';
import type { Bytes, Contender, Replica } from './contender.ts';
import type { Evening } from './evening.ts';

export interface Recording {
  /** The message of each action. */
  readonly messages: readonly Bytes[];
  /** The phones at the end, by diner. If no phone was offline, each has everything. */
  readonly replicas: readonly Replica[];
}

export function record(contender: Contender, { diners, actions, apartFrom }: Evening): Recording {
  const replicas = Array.from({ length: diners }, (_, diner) => contender.open(diner));
  const messages = actions.map((action, index) => {
    const author = replicas[action.diner]!;
    const message = author.act(author.prepare(action));
    if (index < apartFrom) for (const each of replicas) if (each !== author) each.hear(message);
    return message;
  });
  return { messages, replicas };
}

/** The first diner's phone before it catches up. It has all actions before the phones went offline, and its own after. */
export function replayPhoneApart(contender: Contender, evening: Evening, { messages }: Recording): Replica {
  const replica = contender.open(0);
  for (const [index, action] of evening.actions.entries())
    if (action.diner === 0) replica.act(replica.prepare(action));
    else if (index < evening.apartFrom) replica.hear(messages[index]!);
  return replica;
}

/** A phone with the whole evening. It receives the offline actions of each other phone in one message. */
export function replayPhoneWithAll({ replicas }: Recording): Replica {
  const [, all] = replicas as [Replica, Replica];
  for (const each of replicas) if (each !== all) all.catchUp(each.lacking(all.known()));
  return all;
}

/** Throws if the library's carts are wrong, because its figures would be worthless. */
export function assertRight({ name }: Contender, replica: Replica, { carts }: Evening): void {
  deepStrictEqual(replica.carts(), carts, `${name} has other carts than the evening`);
}
