/**
 * A random session of one phone, one move at a time. A move is an input of the diner, the server, the disk, a peer,
 * another tab or the clock. Honest moves follow the protocol, hostile ones do not. `Watch` checks every step.
 */
import '#sync/protocols/snapshot/load-at-once.ts';
import { codes } from '#contract/codes.ts';
import { createItem } from '#testing/simulated-menu.ts';
import type { Command } from '#sync/commands/decide.ts';
import type { Effect } from '#sync/ports/effect.ts';
import type { Answered, Input, Moment } from '#sync/ports/input.ts';
import { openPhone } from '#sync/open.ts';
import type { StoredReplica } from '#sync/ports/storage.ts';
import type { ServerCall, TransportFailure } from '#sync/ports/transport.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import { findNextDue, step } from '#sync/step.ts';
import { Dice } from '#tests/oracle/dice.ts';
import {
  createAnswered,
  createEvent,
  drawForeignAnswer,
  inventInput,
  createMessage,
  spoilInput,
} from './inputs.ts';
import { mutateValue } from './mutate.ts';
import { createHint, createPeer, type Peer, type PeerMessage } from './peers.ts';
import { createHonestServer, readShown, type HonestServer } from '#testing/honest-server.ts';
import { print, Watch } from './watch.ts';

const ann = { userId: 'u1', userName: 'Ann' };
const noon = 1_763_640_000_000;

type Store = Extract<Effect, { kind: 'store' }>;

/** The kind of a move and the seed of its random choices. */
export type Move = readonly [kind: number, seed: number];

export class Session {
  state: PhoneState;
  uptime = 1_000;
  now = noon;
  looking = true;
  readonly server: HonestServer;
  private readonly peer: Peer;
  private readonly watch = new Watch();
  readonly calls = new Map<number, ServerCall>();
  private readonly stores = new Map<number, Store>();
  private readonly disk = new Map<string, StoredReplica>();
  private readonly past: Input[] = [];
  private readonly sent: PeerMessage[] = [];
  private ids = 0;
  private tabSeq = 0;

  constructor({ isPlain }: { readonly isPlain: boolean }) {
    this.server = createHonestServer(isPlain, () => this.now);
    this.peer = createPeer(this.server);
    this.state = this.open(new Dice(0), false);
  }

  /** One move of an honest diner, server or browser. */
  honest([kind, seed]: Move): void {
    const dice = new Dice(seed);
    if (kind >= 30 && kind < 44) return this.exchange(1 + dice.below(5));
    const input = this.honestInput(kind, dice);
    if (input) this.give(input, true);
  }

  /** A move that is repeated, damaged, invented, or comes from another server. */
  hostile([kind, seed]: Move): void {
    const dice = new Dice(seed);
    const way = dice.below(8);
    if (way === 0 && this.past.length > 0) return this.give(dice.one(this.past), false);
    if (way <= 2) return this.give(inventInput(this, dice), false);
    if (way === 3) return this.give(drawForeignAnswer(this, dice), false);
    // Answers are damaged most often, because nearly all of a phone's data come from them.
    const input = this.honestInput(way === 4 ? 45 : kind, dice);
    if (!input) return;
    const { kind: name } = input;
    // The diner's own commands stay as they are, because they do not come from outside.
    if (name === 'answered') this.give(spoilInput(input, dice), false);
    else if (name === 'message' || name === 'tab' || name === 'stored')
      this.give(spoilInput(input, dice), false);
    else this.give(input, true);
  }

  /** @param isSpoilt the rows on the disk are damaged */
  reload(seed: number, isSpoilt: boolean): void {
    this.state = this.open(new Dice(seed), isSpoilt);
    this.give({ kind: 'start', author: ann, leads: true }, true);
  }

  /** Lets the next timers fire, without any other input. */
  wait(times: number): void {
    const from = this.uptime;
    for (let count = 0; count < times; count += 1) {
      const due = findNextDue(this.state, this.uptime);
      if (due === Infinity) return;
      this.pass(due - this.uptime);
      this.give({ kind: 'time' }, true);
    }
    this.watch.holds(this.uptime - from >= 50 * (times - 2), () => `time stands still: ${times} times up`);
  }

  /** Answers all requests until nothing is left to do. */
  settle(): void {
    this.give({ kind: 'lead', leads: true }, true);
    this.give({ kind: 'wake' }, true);
    // The page asks as well when the outcome of an order is unknown.
    this.give({ kind: 'askPlacement', author: ann, keepOn: true }, true);
    for (let round = 0; round < 60; round += 1) {
      this.exchange(40);
      if (round > 3 && this.isDone) return;
      const due = findNextDue(this.state, this.uptime);
      if (due === Infinity) return;
      this.pass(due - this.uptime);
      this.give({ kind: 'time' }, true);
    }
  }

  /** Completes the oldest write and answers the oldest request, as often as given. */
  private exchange(times: number): void {
    for (let turn = 0; turn < times && this.stores.size + this.calls.size > 0; turn += 1) {
      const [batch] = this.stores.keys();
      if (batch !== undefined) this.give(this.written(batch, true), true);
      const [number] = this.calls.keys();
      if (number !== undefined) this.give(this.answerTo(number), true);
    }
  }

  /** The carts on the screen. */
  shown() {
    return readShown(this.state.knowledge.merged.view.carts);
  }

  get isDone(): boolean {
    const { knowledge, placement, stored } = this.state;
    return knowledge.log.pending.size === 0 && !stored && !placement.job;
  }

  give(input: Input, isHonest: boolean): void {
    const moment = this.moment();
    const before = this.state;
    const [printed, shown] = [print(before), before.knowledge.merged.view];
    const first = step(before, input, moment);
    this.watch.pure(first, step(before, input, moment));
    const isSame = print(before) === printed && before.knowledge.merged.view === shown;
    this.watch.holds(isSame, () => 'the state of before was changed');
    this.state = first.state;
    this.past.push(input);
    const due = findNextDue(first.state, moment.uptime);
    this.watch.holds(due > moment.uptime, () => `due at ${due}, and it is ${moment.uptime}`);
    this.watch.step({ before, after: first.state, input, effects: first.effects, isHonest });
    if (input.kind === 'answered' && this.calls.get(input.number)?.call === input.call)
      this.calls.delete(input.number);
    if (input.kind === 'stored') this.stores.delete(input.batch);
    for (const effect of first.effects) this.perform(effect);
  }

  private perform(effect: Effect): void {
    switch (effect.kind) {
      case 'send':
        this.calls.set(effect.number, effect.call);
        return;
      case 'giveUp':
        this.calls.delete(effect.number);
        return;
      case 'store':
        this.stores.set(effect.number, effect);
        return;
      default:
    }
  }

  private honestInput(kind: number, dice: Dice): Input | undefined {
    const [number] = this.calls.keys();
    const [batch] = this.stores.keys();
    if (kind < 26) return { kind: 'wish', author: ann, command: this.command(kind, dice) };
    const some = number === undefined ? undefined : dice.one([...this.calls.keys()]);
    if (kind < 46) return some === undefined ? undefined : this.answerTo(some);
    if (kind < 52) return some === undefined ? undefined : this.failureOf(some, dice);
    if (kind < 64) return batch === undefined ? undefined : this.written(batch, true);
    if (kind < 65) return batch === undefined ? undefined : this.written(batch, false);
    if (kind < 72) return this.said(this.peer(dice));
    if (kind < 74) return this.sent.length > 0 ? this.said(dice.one(this.sent)) : undefined;
    if (kind < 76) return this.fromServer(createHint(this.server));
    if (kind < 80) return this.otherTab(dice);
    switch (kind) {
      case 80:
      case 81:
        return { kind: 'place', author: ann, request: {}, online: dice.below(3) > 0 };
      case 82:
        return { kind: 'askPlacement', author: ann, keepOn: dice.below(2) === 0 };
      case 83:
        return { kind: 'settle' };
      case 84:
        return { kind: 'refresh' };
      case 85:
        return { kind: 'connected' };
      case 86:
        return { kind: 'live', isLive: dice.below(2) === 0 };
      case 87:
        return { kind: 'lead', leads: dice.below(3) > 0 };
      case 88:
        return { kind: 'wake' };
      case 89:
        return { kind: 'flush' };
      case 90:
        return { kind: 'sawMissed' };
      case 91:
        this.looking = !this.looking;
        return { kind: 'time' };
      case 92:
        // The diner sets the phone's clock before an answer of the server can correct it.
        this.now += dice.one([-3_600_000, 3_600_000, 400_000]);
        return { kind: 'time' };
      case 93:
        return dice.below(4) === 0 ? { kind: 'close' } : { kind: 'time' };
      default: {
        const due = findNextDue(this.state, this.uptime);
        this.pass(due === Infinity || dice.below(3) === 0 ? dice.below(20_000) : due - this.uptime);
        return { kind: 'time' };
      }
    }
  }

  private command(kind: number, dice: Dice): Command {
    const lines = this.state.knowledge.merged.view.carts.find(({ userId }) => userId === 'u1')?.lines ?? [];
    const lineId = lines.length > 0 ? dice.one(lines).lineId : 'r1:1';
    if (kind < 14) return { kind: 'add', item: createItem(dice.below(4), 0, dice.below(2)), quantity: 1 };
    if (kind < 18) return { kind: 'decrease', lineId, quantity: 1 };
    if (kind < 20) return { kind: 'editNotes', lineId, notes: dice.one(['', 'no ice', 'hot']) };
    if (kind < 22) return { kind: 'clear', scope: 'user' };
    if (kind < 24) return { kind: 'clear', scope: 'table' };
    return kind === 24
      ? { kind: 'setGuests', guests: dice.below(9) }
      : { kind: 'setOrderType', orderType: dice.below(3) };
  }

  private answerTo(number: number): Answered {
    const call = this.calls.get(number)!;
    return createAnswered(number, call, this.server.answer(ann.userId, call));
  }

  /** The request gets no answer, whether it arrived or not, or the server refuses it. */
  private failureOf(number: number, dice: Dice): Answered {
    const call = this.calls.get(number)!;
    if (dice.below(2) === 0) this.server.answer(ann.userId, call);
    const failure = dice.one<TransportFailure>([
      { kind: 'retry', reason: '' },
      { kind: 'retry', reason: '' },
      { kind: 'busy', reason: '', afterMs: dice.below(9_000) },
      { kind: 'refused', code: dice.one([codes.shoppingCartUpdated, codes.badRequest, 4711]), msg: '' },
    ]);
    return createAnswered(number, call, { ok: false, failure });
  }

  private written(batch: number, ok: boolean): Input {
    const { batch: rows, replicaId, inMemory } = this.stores.get(batch)!;
    if (ok && !inMemory) {
      const there = rows.replaces ? [] : (this.disk.get(replicaId)?.records ?? []);
      const { state, index } = rows;
      const records = [...there, ...rows.records];
      const stored = { replicaId, state, records, summary: 0, nextIndex: index + 1, isDamaged: false };
      this.disk.set(replicaId, stored);
    }
    return { kind: 'stored', batch, ok };
  }

  private said(sent: PeerMessage): Input {
    this.sent.push(sent);
    return createMessage(sent, 'u2');
  }

  private fromServer(sent: PeerMessage | undefined): Input | undefined {
    return sent && createMessage(sent, undefined);
  }

  /** A message of another tab of this diner. */
  private otherTab(dice: Dice): Input {
    this.tabSeq += 1;
    const event = createEvent(`t1:${this.tabSeq}`, this.now);
    if (dice.below(3) === 0)
      return { kind: 'tab', message: { kind: dice.below(2) === 0 ? 'lead' : 'stuck' } };
    return { kind: 'tab', message: { kind: 'pending', events: [event] } };
  }

  private open(dice: Dice, isSpoilt: boolean): PhoneState {
    // Browsers complete transactions in order. A reload may lose the last ones.
    const batches = [...this.stores.keys()].slice(0, dice.below(this.stores.size + 1));
    for (const batch of batches) this.written(batch, true);
    this.stores.clear();
    this.calls.clear();
    const rows = [...this.disk.values()];
    const read = isSpoilt ? (mutateValue(rows, dice) as StoredReplica[]) : rows;
    const all = Array.isArray(read) ? read.filter((each) => each instanceof Object) : [];
    const own = all.find(({ replicaId }) => replicaId === 'r1');
    const orphans = all.filter((each) => each !== own);
    const facts = {
      log: { merchantId: '1001', tableId: '7', sessionId: this.server.sessionId, userId: 'u1' },
      table: { tableId: '7', tableName: '7' },
      earlierIds: [],
      summaryAfter: 3,
    };
    const claim = { replicaId: 'r1', own, orphans, orphansAreDead: dice.below(2) === 0 };
    const moment = this.moment();
    const state = openPhone(facts, claim, moment);
    this.watch.opened(state, openPhone(facts, claim, moment), isSpoilt);
    return state;
  }

  private moment(): Moment {
    this.ids += 1;
    const { now, uptime, looking } = this;
    return { now, uptime, chance: 0.5, id: `n${this.ids}`, looking };
  }

  private pass(ms: number): void {
    this.uptime += ms;
    this.now += Math.round(ms);
  }
}
