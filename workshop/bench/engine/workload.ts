import type { Engine, Replica } from './engine.ts';
import { cpuMsSince } from './timing.ts';
import type { Trace, TraceRecord } from './trace/records.ts';

/** A trace in an engine's own messages, as the devices would have sent them. */
export interface Recording<Message = unknown> {
  readonly trace: Trace;
  /** By index of the record; undefined: the action changed nothing. */
  readonly messages: readonly (Message | undefined)[];
  /** The documents of all devices at the end; one where everybody always knows the same. */
  readonly replicas: readonly Replica<Message>[];
}

/** Thrown where an engine takes longer than one is willing to wait for a figure. */
export class TooSlow extends Error {}

/**
 * Lets every device act; what it has heard is taken in at once before it acts again.
 *
 * @param limitMs of the processor; who needs more throws `TooSlow`
 */
export function record(engine: Engine, trace: Trace, limitMs = Infinity): Recording {
  const messages: unknown[] = [];
  const isOne = trace.exchangeFrom === trace.schedule.length && engine.open(0).become !== undefined;
  const replicas = Array.from({ length: isOne ? 1 : trace.diners }, (_, index) => engine.open(index));
  const inboxes = replicas.map((): unknown[] => []);
  const takeIn = (replica: number) => {
    const heard = inboxes[replica]!.splice(0);
    if (heard.length > 0) replicas[replica]!.peers(heard);
  };
  const start = process.cpuUsage();
  const mustBeQuick = (done: number) => {
    const cpuMs = cpuMsSince(start);
    // Where it will end shows once its code is warm: no engine becomes quicker as its document grows.
    if (cpuMs > limitMs || (cpuMs > limitMs / 5 && cpuMs / done > limitMs)) throw new TooSlow(engine.name);
  };
  let steps = 0;
  for (const { index, record: each, to } of deliveries(trace)) {
    if (steps++ % 256 === 0) mustBeQuick(index / trace.records.length);
    if (to === each.replica) {
      const author = replicas[isOne ? 0 : to]!;
      if (isOne) author.become!(to);
      else takeIn(to);
      messages[index] = author.own(author.prepare(each));
    } else if (!isOne && messages[index] !== undefined) inboxes[to]!.push(messages[index]);
  }
  for (const replica of inboxes.keys()) takeIn(replica);
  return { trace, messages, replicas };
}

/** The same where it had come so far. */
export function upTo(operations: number, { trace, messages }: Recording): Recording {
  const records = trace.records.slice(0, operations);
  let end = 0;
  while (end < trace.schedule.length && trace.schedule[end]! < operations) end += 2;
  const schedule = trace.schedule.slice(0, end);
  return { trace: { ...trace, records, schedule, exchangeFrom: end }, messages, replicas: [] };
}

export interface Delivery {
  readonly index: number;
  readonly record: TraceRecord;
  readonly to: number;
  /** Part of the final exchange. */
  readonly isExchange: boolean;
}

/** The schedule of a trace, or the part of it that concerns one device. */
export function* deliveries({ schedule, records, exchangeFrom }: Trace, only?: number): Generator<Delivery> {
  for (let at = 0; at < schedule.length; at += 2) {
    const [index, to] = [schedule[at]!, schedule[at + 1]!];
    if (only === undefined || to === only)
      yield { index, record: records[index]!, to, isExchange: at >= exchangeFrom };
  }
}

/** Lets one device live through these steps, as it did when they were recorded. */
export function relive(replica: Replica, steps: readonly Delivery[], { messages }: Recording): void {
  for (const { index, record: each, to } of steps) {
    const message = messages[index];
    if (message === undefined) continue;
    if (each.replica === to) replica.own(replica.prepare(each));
    else replica.peer(message);
  }
}
