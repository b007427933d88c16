/** What the replicas of several engines have in common. */
import { linesOf, type Replica } from '../../engine.ts';
import type { TableState, TraceRecord } from '../../trace/records.ts';

/** A document that acts on a record as it is, and whose messages travel as they are. */
export abstract class BytesReplica implements Replica<Uint8Array> {
  abstract own(record: unknown): Uint8Array | undefined;
  abstract peer(message: Uint8Array): void;
  abstract peers(messages: readonly Uint8Array[]): void;
  abstract pieces(userId: string): number;
  abstract state(): TableState;
  abstract stored(): Uint8Array;

  prepare(record: TraceRecord): TraceRecord {
    return record;
  }

  wire(message: Uint8Array): Uint8Array {
    return message;
  }
}

/** A log of records, each of which says itself who made it; folded one by one. */
export abstract class RecordReplica implements Replica<TraceRecord> {
  private readonly log: TraceRecord[] = [];
  private readonly heard = new Set<string>();

  protected abstract fold(record: TraceRecord): void;
  abstract pieces(userId: string): number;
  abstract state(): TableState;

  become(): void {}

  prepare(record: TraceRecord): TraceRecord {
    return record;
  }

  own(record: TraceRecord): TraceRecord {
    this.peer(record);
    return record;
  }

  peer(record: TraceRecord): void {
    const id = `${record.replica}:${record.seq}`;
    if (this.heard.has(id)) return;
    this.heard.add(id);
    this.log.push(record);
    this.fold(record);
  }

  peers(records: readonly TraceRecord[]): void {
    for (const record of records) this.peer(record);
  }

  stored(): string {
    return linesOf(this.log);
  }

  wire(record: TraceRecord): string {
    return JSON.stringify(record);
  }
}

/** By diner, the pieces of each line: what is at 0 or below is not there, nor whoever has nothing. */
export function stateOf(
  carts: Iterable<readonly [userId: string, lines: Iterable<readonly [line: string, count: number]>]>,
  { guests, orderType }: { readonly guests?: number | undefined; readonly orderType?: number | undefined },
): TableState {
  const full = [...carts]
    .map(([userId, lines]) => [userId, [...lines].filter(([, count]) => count > 0)] as const)
    .filter(([, lines]) => lines.length > 0)
    .map(([userId, lines]) => [userId, Object.fromEntries(lines)] as const);
  return { carts: Object.fromEntries(full), guests: guests ?? null, orderType: orderType ?? null };
}
