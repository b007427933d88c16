/**
 * The phone's pure `step` with a test as its world. The test gives one input at a time and reads the effects.
 *
 * - Time passes only with `pass` and `passUntil`.
 * - A call stays under way until the test answers it: `serve` with the server in memory, `answer`, `fail` or `refuse`.
 * - Writes complete at once. With `holdsDisk` the test calls `written`. With `storage` they go there.
 *
 *     const phone = loaded();
 *     phone.add('p0');
 *     phone.serve('post');
 *     expect(phone.shown()).toEqual(['1×p0']);
 */
import '#sync/protocols/snapshot/load-at-once.ts';
import type { Sync } from '#contract/calls/cart.ts';
import type { TableMessage } from '#contract/messages.ts';
import type { Item } from '#events/item.ts';
import type { Command } from '#sync/commands/decide.ts';
import type { Effect } from '#sync/ports/effect.ts';
import type { Answered, Input } from '#sync/ports/input.ts';
import { openPhone, type ClaimedLog } from '#sync/open.ts';
import type { Answer, AnswerOf, ServerCall, TransportFailure } from '#sync/ports/transport.ts';
import type { Facts, PhoneState } from '#sync/state/phone-state.ts';
import { findNextDue, step, type Step } from '#sync/step.ts';
import { storeNewRecords } from '#sync/log/disk.ts';
import { compactLog, applyRecords } from '#sync/log/knowledge.ts';
import { notifyNewRecords } from '#sync/parts/losses.ts';
import { blankState, type CartStorage, type StoredReplica } from '#sync/ports/storage.ts';
import type { LogRecord } from '#events/records/records.ts';
import { createContext } from '#sync/state/step-context.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import { createHonestServer, readShown, type HonestServer } from '#testing/honest-server.ts';

export const ann = { userId: 'u1', userName: 'Ann' };
export const noon = 1_763_640_000_000;

export interface PhoneOptions {
  readonly facts?: Partial<Facts>;
  readonly claim?: ClaimedLog;
  readonly isPlain?: boolean;
  /** Whether this tab is the leader. Default: true. */
  readonly leads?: boolean;
  readonly looking?: boolean;
  /** The test calls `written` for each batch. */
  readonly holdsDisk?: boolean;
  /** Batches go to this storage, and `flushed` waits for them. */
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

/** A replica as the disk returns it. Default: `r1` without records. */
export function createStoredReplica(fields: Partial<StoredReplica> = {}): StoredReplica {
  return {
    replicaId: 'r1',
    state: blankState,
    records: [],
    summary: 0,
    nextIndex: 0,
    isDamaged: false,
    ...fields,
  };
}

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
    this.server = createHonestServer(isPlain, () => this.now);
    const log = { ...usualFacts.log, sessionId: this.server.sessionId };
    this.state = openPhone({ ...usualFacts, log, ...facts }, claim, this.moment());
    this.take({ kind: 'start', author: ann, leads });
  }

  /** Runs one step and returns its effects. */
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

  /** Completes the write of the oldest batch. @param ok false: the write fails */
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

  /** Resolves when all writes have ended. */
  async flushed(): Promise<void> {
    for (let last; last !== this.writing;) {
      last = this.writing;
      await last;
    }
  }

  /** Applies records to the log without a message or an answer. */
  learn(records: readonly LogRecord[]): readonly Effect[] {
    const context = createContext(this.state, this.moment());
    applyRecords(context, records);
    notifyNewRecords(context);
    compactLog(context);
    storeNewRecords(context, false);
    return this.goOn(context);
  }

  wish(command: Command): readonly Effect[] {
    return this.take({ kind: 'wish', author: ann, command });
  }

  /** Adds one of each dish and returns the ids of the events. */
  add(...products: readonly string[]): string[] {
    return products.map((productId) => {
      const before = new Set(this.pending);
      this.wish(add(productId));
      return this.pending.find((id) => !before.has(id))!;
    });
  }

  loaded(): this {
    this.serve('snapshot');
    return this;
  }

  /** The server answers the newest call of that kind. */
  serve(kind: ServerCall['call']): readonly Effect[] {
    const [number, call] = this.underWay(kind);
    return this.give(number, call, this.server.answer(ann.userId, call));
  }

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

  /** Advances the clock and fires the timers on the way. */
  pass(ms: number): void {
    const end = this.uptime + ms;
    for (
      let due = findNextDue(this.state, this.uptime);
      due <= end;
      due = findNextDue(this.state, this.uptime)
    ) {
      this.goTo(due);
      this.take({ kind: 'time' });
    }
    this.goTo(end);
  }

  /** Advances the clock in tenths of a second until the condition holds. Returns the time that passed, ms. */
  passUntil(isSo: () => boolean): number {
    const from = this.uptime;
    while (!isSo()) {
      if (this.uptime - from >= 120_000) throw new Error('two minutes have passed');
      this.pass(100);
    }
    return this.uptime - from;
  }

  /** A peer's phone sends a message to the table. */
  hear(messageType: string, data: TableMessage['data'], fromUserId = 'u2') {
    const message = { fromBrowserId: 'browser-u2', messageType, data };
    return this.take({ kind: 'message', incoming: { message, fromUserId }, browserId: 'browser-u1' });
  }

  /** The server, or another system of the restaurant, sends a message to the table. */
  hearServer(messageType: string, data: TableMessage['data'], fromBrowserId = '') {
    const message = { fromBrowserId, messageType, data };
    return this.take({
      kind: 'message',
      incoming: { message, fromUserId: undefined },
      browserId: 'browser-u1',
    });
  }

  /** Another tab of this browser sends a message. */
  hearTab(message: TabMessage) {
    return this.take({ kind: 'tab', message });
  }

  /** All calls of that kind so far. */
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

  /** The lines of one diner, as `2×p1`. */
  shown(userId = 'u1'): string[] {
    const all = readShown(this.state.knowledge.merged.view.carts);
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

  /** The inputs of a step. The random number is 0.5, because then jitter changes no wait. */
  private moment() {
    this.ids += 1;
    return { now: this.now, uptime: this.uptime, chance: 0.5, id: `n${this.ids}`, looking: this.looking };
  }
}

/** A phone that has applied its first answer of the server. */
export function createLoadedPhone(options: PhoneOptions = {}): Phone {
  return new Phone(options).loaded();
}

export function createDish(productId: string): Item {
  return { productId, categoryId: 'c1', notes: '', modifiers: [], name: productId, price: '4.50' };
}

export function add(productId: string): Command {
  return { kind: 'add', item: createDish(productId), quantity: 1 };
}

/** An otherwise empty answer of an event server with these fields. */
export function syncWith(fields: Partial<Sync>): Sync {
  return { sessionId: 's1', version: 1, serverTime: noon, known: {}, digest: '', ...fields };
}
