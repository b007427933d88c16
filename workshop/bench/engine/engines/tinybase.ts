/** TinyBase: a table for each diner, a row for each line, a cell for each device with what it has added on balance. */
import { createMergeableStore, type MergeableChanges, type MergeableContent } from 'tinybase/mergeable-store';
import type { Engine, Replica, Stored } from '../engine.ts';
import { stateOf } from './parts/replicas.ts';
import type { TableState, TraceRecord } from '../trace/records.ts';

export const tinybase: Engine<MergeableChanges> = {
  name: 'tinybase',
  open: (replica) => new TinyBaseReplica(replica),
  load(stored) {
    const replica = new TinyBaseReplica(0);
    replica.store.setMergeableContent(JSON.parse(stored as string) as MergeableContent);
    return replica;
  },
};

/** ms. Its clock counts on from there; a stamp that is more than five minutes ahead of it is dropped in silence. */
const standingClock = 1_700_000_000_000;

class TinyBaseReplica implements Replica<MergeableChanges> {
  readonly store;
  private message: MergeableChanges | undefined;

  constructor(private device: number) {
    this.store = createMergeableStore(`device${device}`, () => standingClock);
    this.store.addDidFinishTransactionListener(() => {
      this.message = this.store.getTransactionMergeableChanges();
    });
  }

  become(device: number): void {
    this.device = device;
  }

  prepare(record: TraceRecord) {
    return record;
  }

  own(record: TraceRecord): MergeableChanges | undefined {
    this.message = undefined;
    this.store.transaction(() => this.act(record));
    return this.message;
  }

  peer(message: MergeableChanges): void {
    this.store.applyMergeableChanges(message);
  }

  peers(messages: readonly MergeableChanges[]): void {
    this.store.transaction(() => {
      for (const message of messages) this.store.applyMergeableChanges(message);
    });
  }

  /** It compares hashes, level by level, to find out what is missing; here all of it goes over at once. */
  readonly difference = {
    mark: () => undefined,
    since: () => JSON.stringify(this.store.getMergeableContent()),
    merge: (text: Stored) =>
      void this.store.applyMergeableChanges(JSON.parse(text as string) as MergeableContent),
  };

  pieces(userId: string): number {
    let sum = 0;
    for (const pieces of this.counts(userId).values()) sum += pieces;
    return sum;
  }

  state(): TableState {
    const carts = this.store.getTableIds().map((userId) => [userId, this.counts(userId)] as const);
    return stateOf(carts, this.store.getValues());
  }

  stored(): string {
    return JSON.stringify(this.store.getMergeableContent());
  }

  wire(message: MergeableChanges): string {
    return JSON.stringify(message);
  }

  private act({ operation, userId, key, movedKey }: TraceRecord): void {
    const { store } = this;
    switch (operation.kind) {
      case 'add':
        this.change(userId, key, operation.quantity);
        break;
      case 'decrease': {
        const count = this.count(userId, key);
        if (count === 1) store.delRow(userId, key);
        else if (count > 1) this.change(userId, key, -1);
        break;
      }
      case 'notes': {
        const count = this.count(userId, key);
        store.delRow(userId, key);
        if (count > 0) this.change(userId, movedKey, count);
        break;
      }
      case 'clear':
        store.delTables();
        break;
      case 'guests':
        store.setValue('guests', operation.guests);
        break;
      case 'orderType':
        store.setValue('orderType', operation.orderType);
        break;
      default:
        operation satisfies never;
    }
  }

  private change(userId: string, line: string, by: number): void {
    const cell = `d${this.device}`;
    const count = (this.store.getCell(userId, line, cell) as number | undefined) ?? 0;
    this.store.setCell(userId, line, cell, count + by);
  }

  private count(userId: string, line: string): number {
    return sumOf(this.store.getRow(userId, line) as Record<string, number>);
  }

  private counts(userId: string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [line, row] of Object.entries(this.store.getTable(userId))) {
      const count = sumOf(row as Record<string, number>);
      if (count > 0) counts.set(line, count);
    }
    return counts;
  }
}

function sumOf(row: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const device in row) sum += row[device]!;
  return sum;
}
