/** Invariants of every step, for honest and hostile input. */
import { isDeepStrictEqual } from 'node:util';
import { isCovered } from '#events/records/log.ts';
import { parseEventId } from '#events/log/event-id.ts';
import type { Effect } from '#sync/ports/effect.ts';
import type { Input } from '#sync/ports/input.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import type { Step } from '#sync/step.ts';

/** The most effects of one input, not counting a few for each new event. */
const mostEffects = 40;

interface Stepped {
  readonly before: PhoneState;
  readonly after: PhoneState;
  readonly input: Input;
  readonly effects: readonly Effect[];
  readonly isHonest: boolean;
}

export class Watch {
  /** Own events without a decision of the server. */
  private readonly open = new Set<string>();
  /** Own events that an honest answer accepted. */
  private readonly accepted = new Set<string>();
  /** Ids of own events and placements that are on disk. */
  private readonly stored = new Set<string>();
  private readonly batches = new Map<number, Extract<Effect, { kind: 'store' }>>();
  /** The post or clear under way, and the ids of its events. */
  private request: { readonly number: number; readonly ids: readonly string[] } | undefined;

  holds(isTrue: boolean, what: () => string): void {
    if (!isTrue) throw new Error(what());
  }

  /** The same state, input and moment give the same result. */
  pure(one: Step, two: Step): void {
    this.holds(isDeepStrictEqual(one.effects, two.effects), () => 'the effects are others the second time');
    this.holds(isDeepStrictEqual(viewOf(one.state), viewOf(two.state)), () => 'the view is another one');
    this.holds(print(one.state) === print(two.state), () => 'the state is another one the second time');
  }

  opened(one: PhoneState, two: PhoneState, isSpoilt: boolean): void {
    this.holds(isDeepStrictEqual(viewOf(one), viewOf(two)), () => 'the view is another one the second time');
    this.usable(one);
    // A reload loses unwritten events. A damaged disk may lose anything.
    const { log } = one.knowledge;
    this.open.clear();
    for (const id of log.pending) this.open.add(id);
    for (const id of this.accepted) if (isSpoilt || !log.local.has(id)) this.accepted.delete(id);
    this.stored.clear();
    for (const id of log.local) this.stored.add(id);
    if (one.stored) this.stored.add(one.stored.placementId);
    this.batches.clear();
    this.request = undefined;
  }

  step(stepped: Stepped): void {
    const { before, after, input, effects, isHonest } = stepped;
    if (isHonest)
      for (const effect of effects)
        this.holds(
          effect.kind !== 'report' || !/ failed$| can not be read$/.test(effect.text),
          () => `an honest ${input.kind}: ${String((effect as { detail?: unknown }).detail)}`,
        );
    const news = after.knowledge.log.entries.size - before.knowledge.log.entries.size;
    this.holds(effects.length <= mostEffects + 4 * Math.max(0, news), () => `${effects.length} effects`);
    this.usable(after);
    this.kept(stepped);
    this.sends(stepped);
  }

  private usable(state: PhoneState): void {
    for (const { lines } of viewOf(state).carts)
      for (const { lineId, quantity } of lines)
        this.holds(
          typeof lineId === 'string' && Number.isInteger(quantity) && quantity >= 1,
          () => `${quantity} of ${lineId}`,
        );
  }

  /** An own event may go only if the server decided on it or the diner was notified. */
  private kept({ before, after, input, effects, isHonest }: Stepped): void {
    const { log, renamed } = after.knowledge;
    const honest = isHonest && input.kind === 'answered' && input.answer.ok ? input : undefined;
    let notified = 0;
    for (const effect of effects)
      if (effect.kind === 'notice' && effect.notice.kind === 'changeRejected') notified += 1;
    let refused = 0;
    for (const id of this.open) {
      if (log.pending.has(id)) continue;
      this.open.delete(id);
      if (renamed.has(id)) continue;
      if (log.rejected.has(id)) refused += 1;
      else this.holds(log.accepted.has(id) || hasServerEvent(id, before, after), () => `${id} is gone`);
      if (honest && log.accepted.has(id)) this.accepted.add(id);
    }
    this.holds(
      notified >= refused,
      () => `${refused} changes were refused, and the diner was notified of ${notified}`,
    );
    for (const id of log.pending) this.open.add(id);
    for (const id of this.accepted)
      this.holds(
        log.entries.has(id) || isCovered(id, log.covers),
        () => `${id} was accepted, and is not known any more after ${input.kind}`,
      );
  }

  /** The phone sends one request at a time, and only events that are on disk. */
  private sends({ after, input, effects }: Stepped): void {
    if (input.kind === 'stored') {
      const batch = this.batches.get(input.batch);
      this.batches.delete(input.batch);
      if (batch && (input.ok || batch.inMemory)) {
        for (const record of batch.batch.records)
          if ('event' in record && record.from === 'local') this.stored.add(record.event.id);
        const { placement } = batch.batch.state;
        if (placement) this.stored.add(placement.placementId);
      }
    }
    const isItsAnswer = input.kind === 'answered' && (input.call === 'post' || input.call === 'clear');
    if (isItsAnswer && input.number === this.request?.number) this.request = undefined;
    for (const effect of effects) {
      if (effect.kind === 'store') this.batches.set(effect.number, effect);
      if (effect.kind === 'giveUp' && effect.number === this.request?.number) this.request = undefined;
      if (effect.kind !== 'send') continue;
      const { call } = effect;
      if (call.call === 'place')
        this.holds(this.stored.has(call.order.placementId), () => 'an order is asked for that is not stored');
      if (call.call !== 'post' && call.call !== 'clear') continue;
      this.holds(this.request === undefined, () => 'two requests are under way');
      const ids = call.call === 'post' ? call.events.map(({ id }) => id) : [];
      for (const id of ids)
        this.holds(
          !after.knowledge.log.local.has(id) || this.stored.has(id),
          () => `${id} is sent before it is on disk`,
        );
      this.request = { number: effect.number, ids };
    }
  }
}

/** Enough of a state to notice a change of it. */
export function print({
  knowledge: { log, writer, renamed },
  outbox,
  disk,
  tabs,
  counter,
}: PhoneState): string {
  const { entries, pending, accepted, rejected, local } = log;
  const sizes = [entries, accepted, rejected, local, renamed].map(({ size }) => size);
  return JSON.stringify([sizes, disk.queue.length, [...pending], writer, [...outbox.sent], tabs, counter]);
}

function viewOf({ knowledge }: PhoneState) {
  return knowledge.merged.view;
}

/** After a restart from the server's log, the server has the event (G5). */
function hasServerEvent(id: string, before: PhoneState, after: PhoneState): boolean {
  const parts = parseEventId(id);
  const { log, merged } = after.knowledge;
  const isKnown = parts !== undefined && parts.seq <= (merged.view.known[parts.replicaId] ?? 0);
  return before.knowledge.log !== log && (isKnown || isCovered(id, log.covers));
}
