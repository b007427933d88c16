/** A phone whose whole engine is stepped, and the server's log beside it; disk and network answer at once. */
import type { AnyEvent, CartEvent } from '#events/catalogue.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { rowOf } from '#server/cart/log/decision-rows.ts';
import { emptyLog, extended, type SessionLog } from '#server/cart/log/merged-log.ts';
import { syncOf } from '#server/cart/log/snapshot.ts';
import type { Command } from '#sync/commands/decide.ts';
import type { Effect } from '#sync/effect.ts';
import type { Input, Moment } from '#sync/input.ts';
import { openPhone } from '#sync/open.ts';
import type { ServerCall } from '#sync/ports/transport.ts';
import type { PhoneState } from '#sync/state.ts';
import { step } from '#sync/step.ts';
import { replicaIdOf } from '../ours.ts';

const sessionId = 'session';

export class SteppedPhone {
  private state: PhoneState;
  private server: SessionLog = emptyLog(sessionId);
  private effects: readonly Effect[] = [];
  private moment: Moment;

  /** @param now of the first moment, ms */
  constructor(
    replica: number,
    private readonly userId: string,
    now: number,
  ) {
    this.moment = { now, uptime: now, chance: 0.5, id: 'id', looking: true };
    const log = { merchantId: 'merchant', tableId: 'table', sessionId, userId };
    const facts = { log, table: { tableId: 'table', tableName: 'table' }, earlierIds: [], summaryAfter: 64 };
    const claim = { replicaId: replicaIdOf(replica), own: undefined, orphans: [], orphansAreDead: true };
    this.state = openPhone(facts, claim, this.moment);
    this.take({ kind: 'live', isLive: true });
    this.take({ kind: 'start', author: { userId }, leads: true });
    this.settle();
  }

  get view(): CartView {
    return this.state.knowledge.merged.view;
  }

  passTo(now: number): void {
    this.moment = { ...this.moment, now, uptime: now, id: `id${now}` };
  }

  /** One step: the diner's tap, up to the view and to what is asked of disk and network. Answers how many effects. */
  wish(command: Command): number {
    this.take({ kind: 'wish', author: { userId: this.userId }, command });
    return this.effects.length;
  }

  /** The server takes another phone's event, and the table's group says so. */
  peer(event: CartEvent): void {
    this.decided([event]);
    const data = { sessionId, events: [event], version: this.server.version };
    const message = { fromBrowserId: 'another', messageType: 'addCartItem', data };
    this.take({
      kind: 'message',
      incoming: { message, fromUserId: event.userId },
      browserId: 'own',
    });
    this.settle();
  }

  /** Disk and server answer until nothing is asked of them any more. */
  settle(): void {
    while (this.effects.length > 0) {
      const asked = this.effects;
      this.effects = [];
      for (const effect of asked) {
        if (effect.kind === 'report') throw new Error(effect.text);
        if (effect.kind === 'store') this.take({ kind: 'stored', batch: effect.number, ok: true });
        if (effect.kind === 'send') this.take(this.answerTo(effect.number, effect.call));
      }
    }
  }

  private take(input: Input): void {
    const { state, effects } = step(this.state, input, this.moment);
    this.state = state;
    this.effects = this.effects.length === 0 ? effects : [...this.effects, ...effects];
  }

  private answerTo(number: number, call: ServerCall): Input {
    const answered = { kind: 'answered', number } as const;
    switch (call.call) {
      case 'post': {
        const { known, events } = call;
        return { ...answered, call: 'post', answer: { ok: true, value: this.sync(known, events) } };
      }
      case 'clear': {
        const events = call.event ? [call.event] : [];
        return {
          ...answered,
          call: 'clear',
          answer: { ok: true, value: this.sync(this.view.known, events) },
        };
      }
      case 'snapshot':
        return { ...answered, call: 'snapshot', answer: { ok: true, value: this.sync(call.known, []) } };
      default:
        throw new Error(`nobody asks for ${call.call} here`);
    }
  }

  private sync(known: CartView['known'], events: readonly AnyEvent[]) {
    if (events.length > 0) this.decided(events);
    const decision = { accepted: events, confirmed: [], rejected: [], refused: [], missing: {} };
    return syncOf(this.server, { known, decision, now: this.moment.now });
  }

  private decided(events: readonly AnyEvent[]): void {
    const version = this.server.version + 1;
    const rows = events.map((event) =>
      rowOf(sessionId, { event, userId: event.userId, code: null }, version),
    );
    this.server = extended(this.server, rows);
  }
}
