/** A phone's state, stepped by hand: what a test wants to look at between two inputs. */
import type { CartEvent } from '#events/catalogue.ts';
import type { Log } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { EventDraft } from '#sync/commands/decide.ts';
import type { Effect } from '#sync/ports/effect.ts';
import type { Input, Moment } from '#sync/ports/input.ts';
import { forgetSettled, learn, write } from '#sync/parts/knowledge.ts';
import { storeWhatIsNew } from '#sync/parts/disk.ts';
import type { Author } from '#sync/commands/mint.ts';
import { openPhone, type ClaimedLog } from '#sync/open.ts';
import type { CartStorage } from '#sync/ports/storage.ts';
import type { Facts, PhoneState } from '#sync/state.ts';
import { step } from '#sync/step.ts';
import { notifyOfLearnt } from '#sync/parts/losses.ts';
import { turnOf, type Turn } from '#sync/turn.ts';
import { memoryStorage } from '#src/runtime/storage/memory-storage.ts';

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

export interface SteppedOptions {
  readonly facts?: Facts;
  readonly claim?: ClaimedLog;
  /** Default: the page's memory. */
  readonly storage?: CartStorage;
  readonly moment: () => Moment;
}

export class SteppedPhone {
  state: PhoneState;
  readonly effects: Effect[] = [];
  private readonly storage: CartStorage;
  private readonly memory = memoryStorage();
  private readonly moment: () => Moment;
  private writing: Promise<void> = Promise.resolve();

  constructor({ facts = usualFacts, claim = emptyClaim, storage, moment }: SteppedOptions) {
    this.storage = storage ?? memoryStorage();
    this.moment = moment;
    this.state = openPhone(facts, claim, moment());
    this.work(() => {});
  }

  get knowledge(): Log {
    return this.state.knowledge.log;
  }

  get pending(): ReadonlySet<string> {
    return this.knowledge.pending;
  }

  get view(): CartView {
    return this.state.knowledge.merged.view;
  }

  take(input: Input): readonly Effect[] {
    const { state, effects } = step(this.state, input, this.moment());
    return this.goOn(state, effects);
  }

  write(author: Author, decision: NonNullable<EventDraft>): CartEvent {
    let event: CartEvent | undefined;
    this.work((turn) => (event = write(turn, author, decision)));
    if (!event) throw new Error('nothing was written');
    return event;
  }

  learn(records: readonly LogRecord[]): readonly Effect[] {
    return this.work((turn) => {
      learn(turn, records);
      notifyOfLearnt(turn);
    });
  }

  /** One part of a step by itself. */
  work(part: (turn: Turn) => void): readonly Effect[] {
    const turn = turnOf(this.state, this.moment());
    part(turn);
    forgetSettled(turn);
    storeWhatIsNew(turn, false);
    return this.goOn(turn.state, turn.effects);
  }

  /** Everything so far is on disk, or has failed. */
  async flushed(): Promise<void> {
    for (let last; last !== this.writing;) {
      last = this.writing;
      await last;
    }
  }

  private goOn(state: PhoneState, effects: readonly Effect[]): readonly Effect[] {
    this.state = state;
    this.effects.push(...effects);
    for (const effect of effects) {
      if (effect.kind === 'store') this.writing = this.writing.then(() => this.store(effect));
      if (effect.kind === 'archive')
        this.writing = this.writing.then(() =>
          this.storage.archive(state.facts.log, this.moment().now, effect.replicaId),
        );
    }
    return effects;
  }

  private async store({ number, inMemory, replicaId, batch }: Extract<Effect, { kind: 'store' }>) {
    let ok = true;
    try {
      await (inMemory ? this.memory : this.storage).append(this.state.facts.log, replicaId, batch);
    } catch {
      ok = false;
    }
    const { state, effects } = step(this.state, { kind: 'stored', batch: number, ok }, this.moment());
    this.goOn(
      state,
      effects.filter(({ kind }) => kind !== 'send'),
    );
  }
}
