/**
 * A phone stepped by hand, a call at a time. Its time is the test's. Its disk writes at once, unless the test holds it or
 * gives it a storage.
 */
import type { Sync } from '#contract/calls/cart.ts';
import type { TableMessage } from '#contract/messages.ts';
import type { Item } from '#events/item.ts';
import type { Command } from '#sync/commands/decide.ts';
import type { Effect } from '#sync/ports/effect.ts';
import type { Answered, Input } from '#sync/ports/input.ts';
import { openPhone, type ClaimedLog } from '#sync/open.ts';
import type { Answer, AnswerOf, ServerCall, TransportFailure } from '#sync/ports/transport.ts';
import type { Facts, PhoneState } from '#sync/state.ts';
import { nextDue, step, type Step } from '#sync/step.ts';
import { storeWhatIsNew } from '#sync/parts/disk.ts';
import { forgetSettled, learn } from '#sync/parts/knowledge.ts';
import { notifyOfLearnt } from '#sync/parts/losses.ts';
import type { CartStorage } from '#sync/ports/storage.ts';
import type { LogRecord } from '#events/records/records.ts';
import { turnOf } from '#sync/turn.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import { honestServer, shownOf, type HonestServer } from '../honest-server.ts';

export const ann = { userId: 'u1', userName: 'Ann' };
export const noon = 1_763_640_000_000;

export interface PhoneOptions {
  readonly facts?: Partial<Facts>;
  readonly claim?: ClaimedLog;
  readonly isPlain?: boolean;
  /** Default: this tab leads. */
  readonly leads?: boolean;
  readonly looking?: boolean;
  /** True: the test says when a batch is written. */
  readonly holdsDisk?: boolean;
  /** Batches are written there, and `flushed` waits for it. */
  readonly storage?: CartStorage;
  /** Wall clock, ms. */
  readonly now?: number;
}

export const usualFacts: Facts = {
  log: { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'u1' },
  table: { tableId: '7', tableName: '7' },
  earlierIds: [],
  summaryAfter: 64,
};

export const emptyClaim: ClaimedLog = {
  replicaId: 'r1',
  own: undefined,
  orphans: [],
  orphansAreDead: true,
};

type Call<Kind extends ServerCall['call']> = Extract<ServerCall, { call: Kind }>;

export class Phone {
  state: PhoneState;
  uptime = 1_000;
  now: number;
  looking: boolean;
  holdsDisk: boolean;
  readonly server: HonestServer;
  readonly effects: Effect[] = [];
  readonly calls = new Map<number, ServerCall>();
  readonly batches: Extract<Effect, { kind: 'store' }>[] = [];
  private readonly storage: CartStorage | undefined;
  private writing: Promise<void> = Promise.resolve();
  private ids = 0;

  constructor(options: PhoneOptions = {}) {
    const { facts, claim = emptyClaim, isPlain = false, leads = true } = options;
    const { looking = true, storage, now = noon } = options;
    this.now = now;
    this.looking = looking;
    this.storage = storage;
    this.holdsDisk = options.holdsDisk ?? storage !== undefined;
    this.server = honestServer(isPlain, () => this.now);
    const log = { ...usualFacts.log, sessionId: this.server.sessionId };
    this.state = openPhone({ ...usualFacts, log, ...facts }, claim, this.moment());
    this.take({ kind: 'start', author: ann, leads });
  }

  /** Answers what the input asks of the world. */
  take(input: Input): readonly Effect[] {
    return this.goOn(step(this.state, input, this.moment()));
  }

  private goOn({ state, effects }: Step): readonly Effect[] {
    this.state = state;
    this.effects.push(...effects);
    for (const effect of effects) {
      if (effect.kind === 'send') this.calls.set(effect.number, effect.call);
      if (effect.kind === 'giveUp') this.calls.delete(effect.number);
      if (effect.kind === 'store') this.batches.push(effect);
      if (effect.kind === 'store' || effect.kind === 'archive') this.writeToStorage(effect);
    }
    while (!this.holdsDisk && this.batches.length > 0) this.written();
    return effects;
  }

  /** The oldest batch is on disk, or has failed. */
  written(ok = true): readonly Effect[] {
    const { number } = this.batches.shift()!;
    return this.take({ kind: 'stored', batch: number, ok });
  }

  private writeToStorage(effect: Extract<Effect, { kind: 'store' | 'archive' }>): void {
    const { storage } = this;
    if (!storage) return;
    const { log } = this.state.facts;
    this.writing = this.writing.then(async () => {
      if (effect.kind === 'archive') return await storage.archive(log, this.now, effect.replicaId);
      const { inMemory, replicaId, batch } = effect;
      const append = async () => await storage.append(log, replicaId, batch);
      const isWritten =
        inMemory ||
        (await append().then(
          () => true,
          () => false,
        ));
      this.written(isWritten);
    });
  }

  /** Everything so far is in the storage, or has failed. */
  async flushed(): Promise<void> {
    for (let last; last !== this.writing;) {
      last = this.writing;
      await last;
    }
  }

  /** Records come in, from wherever they say. */
  learn(records: readonly LogRecord[]): readonly Effect[] {
    const turn = turnOf(this.state, this.moment());
    learn(turn, records);
    notifyOfLearnt(turn);
    forgetSettled(turn);
    storeWhatIsNew(turn, false);
    return this.goOn(turn);
  }

  wish(command: Command): readonly Effect[] {
    return this.take({ kind: 'wish', author: ann, command });
  }

  /** Adds one of each dish; answers the ids of the events. */
  add(...products: readonly string[]): string[] {
    return products.map((productId) => {
      const before = new Set(this.pending);
      this.wish(add(productId));
      return this.pending.find((id) => !before.has(id))!;
    });
  }

  /** The first answer is in. */
  loaded(): this {
    this.serve('snapshot');
    return this;
  }

  /** What the server answers to the newest call of that kind. */
  serve(kind: ServerCall['call']): readonly Effect[] {
    const [number, call] = this.underWay(kind);
    return this.give(number, call, this.server.answer(ann.userId, call));
  }

  /** What the server answers to that call. */
  serveNumber(number: number, call: ServerCall): readonly Effect[] {
    return this.give(number, call, this.server.answer(ann.userId, call));
  }

  answer<Kind extends keyof AnswerOf>(kind: Kind, answer: Answer<AnswerOf[Kind]>): readonly Effect[] {
    const [number, call] = this.underWay(kind);
    return this.give(number, call, answer);
  }

  fail(kind: ServerCall['call'], failure: TransportFailure = { kind: 'retry', reason: '' }) {
    const [number, call] = this.underWay(kind);
    return this.give(number, call, { ok: false, failure });
  }

  refuse(kind: ServerCall['call'], code: number): readonly Effect[] {
    return this.fail(kind, { kind: 'refused', code, msg: '' });
  }

  /** Time passes, and what falls due meanwhile is done. */
  pass(ms: number): void {
    const end = this.uptime + ms;
    for (let due = nextDue(this.state, this.uptime); due <= end; due = nextDue(this.state, this.uptime)) {
      this.goTo(due);
      this.take({ kind: 'time' });
    }
    this.goTo(end);
  }

  /** Time passes until it is so; answers how long that took, ms, to a tenth of a second. */
  passUntil(isSo: () => boolean): number {
    const from = this.uptime;
    while (!isSo()) {
      if (this.uptime - from >= 120_000) throw new Error('two minutes have passed');
      this.pass(100);
    }
    return this.uptime - from;
  }

  hear(messageType: string, data: TableMessage['data'], fromUserId: string | undefined = 'u2') {
    const message = { fromBrowserId: 'browser-u2', messageType, data };
    return this.take({ kind: 'message', incoming: { message, fromUserId }, browserId: 'browser-u1' });
  }

  /** Calls of that kind so far. */
  sent<Kind extends ServerCall['call']>(kind: Kind): Call<Kind>[] {
    const calls = this.effects.flatMap((effect) => (effect.kind === 'send' ? [effect.call] : []));
    return calls.filter((call): call is Call<Kind> => call.call === kind);
  }

  has(kind: ServerCall['call']): boolean {
    return [...this.calls.values()].some(({ call }) => call === kind);
  }

  get pending(): string[] {
    return [...this.state.knowledge.log.pending];
  }

  get notices(): TableNotice[] {
    return this.effects.flatMap((effect) => (effect.kind === 'notice' ? [effect.notice] : []));
  }

  of<Kind extends Effect['kind']>(kind: Kind): Extract<Effect, { kind: Kind }>[] {
    return this.effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind);
  }

  /** Of one diner, `2×p1`. */
  shown(userId = 'u1'): string[] {
    const all = shownOf(this.state.knowledge.merged.view.carts);
    return (all[userId] ?? []).map((line) => line.trim());
  }

  private underWay(kind: ServerCall['call']): [number, ServerCall] {
    const found = [...this.calls].filter(([, { call }]) => call === kind).at(-1);
    if (!found) throw new Error(`no ${kind} is under way`);
    return found;
  }

  private give(number: number, { call }: ServerCall, answer: Answer<unknown>): readonly Effect[] {
    this.calls.delete(number);
    return this.take({ kind: 'answered', number, call, answer } as Answered);
  }

  private goTo(uptime: number): void {
    this.now += Math.round(uptime - this.uptime);
    this.uptime = uptime;
  }

  /** Chance is in the middle: what is jittered comes as it stands. */
  private moment() {
    this.ids += 1;
    return { now: this.now, uptime: this.uptime, chance: 0.5, id: `n${this.ids}`, looking: this.looking };
  }
}

export function dish(productId: string): Item {
  return { productId, categoryId: 'c1', notes: '', modifiers: [], name: productId, price: '4.50' };
}

export function add(productId: string): Command {
  return { kind: 'add', item: dish(productId), quantity: 1 };
}

/** An answer of an event-aware server that brings nothing but what is given. */
export function syncWith(fields: Partial<Sync>): Sync {
  return { sessionId: 's1', version: 1, serverTime: noon, known: {}, digest: '', ...fields };
}
