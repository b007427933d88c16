/**
 * Records each tap of the diners and its fate. At the end of a run, `verdict.ts` compares the server's log with it. Each
 * tap must be in the log once, or have a reason why it is missing or there twice.
 *
 *     tap ─► recordTap ─► recordStored ─► sent ─► accepted        counted once
 *              │              │             └──► recordRejection  may be missing
 *              │              └ disk reported an error            may be there twice
 *              └ tab crashed before it was stored                 may be missing
 */
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseEventId } from '#events/log/event-id.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { World } from '../world/world.ts';

/** One tap of a diner that created an event. The event carries the tag as its author's name, even under a new id. */
export interface Action {
  readonly tag: string;
  readonly sessionId: string;
  readonly device: number;
  /** It is on the phone's disk. From now on no crash may lose it. */
  isStored: boolean;
  /** The tab crashed before the event was stored. */
  mayBeLost: boolean;
  /** The disk reported an error although it had stored the event. */
  mayBeTwice: boolean;
}

export class Ledger {
  readonly actions = new Map<string, Action>();
  /** Every event by its id, as it was first seen anywhere. */
  private readonly contents = new Map<string, AnyEvent>();
  /** By device, the ids whose transaction is complete. */
  private readonly stored = new Map<number, Set<string>>();
  private readonly rejected = new Set<string>();
  private readonly withoutDisk = new Set<number>();
  private readonly withoutLocks = new Set<number>();
  private readonly withDamage = new Set<number>();
  private readonly recreated = new Set<string>();
  private readonly held = new Set<string>();
  /** By tap, the id of its event on the phone. */
  private readonly writtenAs = new Map<string, string>();
  readonly refusals = new Set<string>();
  private count = 0;

  constructor(private readonly world: World) {}

  nextTag(): string {
    this.count += 1;
    return `#${this.count}`;
  }

  recordTap(tag: string, sessionId: string, device: number): Action {
    const action = { tag, sessionId, device, isStored: false, mayBeLost: false, mayBeTwice: false };
    this.actions.set(tag, action);
    return action;
  }

  /** The device writes an own event. After a restart, a phone may create a stored event again under another id. */
  recordWrite(device: number, { id, type, userName = '' }: AnyEvent): void {
    const before = this.writtenAs.get(userName);
    const mayLinger = before !== undefined && (this.isStored(device, before) || this.hasLostItsDisk(device));
    if (mayLinger && before !== id) this.recreated.add(userName);
    // An order carries the tag of the tap before it, so its id says nothing about that tap.
    if (type !== 'orderPlaced') this.writtenAs.set(userName, id);
  }

  /** The server rejected this event, and the phone does not create it again. */
  recordRejection(event: AnyEvent): void {
    this.rejected.add(event.userName ?? '');
  }

  /** The diner saw that this order was refused. */
  recordRefusal(placementId: string): void {
    this.refusals.add(placementId);
  }

  /** The phone creates this event again, with a corrected clock. */
  recordRecreated(event: AnyEvent): void {
    this.recreated.add(event.userName ?? '');
  }

  /** The server held these events, because an earlier one was missing. */
  recordHeld(events: readonly AnyEvent[]): void {
    for (const { userName = '' } of events) this.held.add(userName);
  }

  /** A page of this device continued in memory. */
  recordDiskLoss(device: number): void {
    this.withoutDisk.add(device);
  }

  /** Without locks, two tabs of this device may both continue the log of a third one. */
  recordMissingLocks(device: number): void {
    this.withoutLocks.add(device);
  }

  hasLostItsDisk(device: number): boolean {
    return this.withoutDisk.has(device);
  }

  /**
   * Whether the tap may count twice. There are four reasons:
   *
   * - The disk reported an error although it had stored the event.
   * - The disk could not store that the event was created again.
   * - Two tabs without locks both created it again.
   * - The server held the event, the phone created it again, and a copy of the old request arrived late.
   */
  mayBeTwice({ mayBeTwice, tag, device }: Action): boolean {
    if (mayBeTwice) return true;
    const mayLinger = this.withoutDisk.has(device) || this.withoutLocks.has(device) || this.held.has(tag);
    return this.recreated.has(tag) && mayLinger;
  }

  wasRejected(tag: string): boolean {
    return this.rejected.has(tag);
  }

  /** Fails the run if one id belongs to two different events. */
  checkContent(event: AnyEvent): void {
    const first = this.contents.get(event.id);
    if (!first) this.contents.set(event.id, event);
    else if (first !== event && JSON.stringify(first) !== JSON.stringify(event))
      this.world.fail(
        'T2',
        `${event.id} was used twice: ${JSON.stringify(first)} and ${JSON.stringify(event)}`,
      );
  }

  /** The transaction with these records is complete on `device`. @param isTold false: the tab gets an error all the same */
  recordStored(device: number, records: readonly LogRecord[], isReported: boolean): void {
    let ids = this.stored.get(device);
    if (!ids) this.stored.set(device, (ids = new Set()));
    for (const record of records) {
      if (!('event' in record) || record.from !== 'local') continue;
      // The id of an event that never reached the disk may be used again, so ids are checked from here on.
      this.checkContent(record.event);
      ids.add(record.event.id);
      const action = this.actions.get(record.event.userName ?? '');
      if (!action) continue;
      action.isStored = true;
      if (!isReported) action.mayBeTwice = true;
    }
  }

  /** The disk lost `gone`. The phone may create the events around it again, although they had reached the server. */
  recordDamage(device: number, gone: readonly LogRecord[], stored: readonly LogRecord[]): void {
    this.withDamage.add(device);
    const listActions = (records: readonly LogRecord[]) =>
      records.flatMap((record) =>
        'event' in record ? (this.actions.get(record.event.userName ?? '') ?? []) : [],
      );
    for (const action of listActions(gone)) action.mayBeLost = true;
    for (const action of listActions(stored)) action.mayBeTwice = true;
  }

  isStored(device: number, id: string): boolean {
    return this.stored.get(device)?.has(id) ?? false;
  }

  hasDamage(device: number): boolean {
    return this.withDamage.has(device);
  }

  /** Every event that was seen anywhere. */
  events(): AnyEvent[] {
    return [...this.contents.values()];
  }

  /** The next id of a replica of another user, for a forged event. */
  findForeignId(userId: string, of: Iterable<AnyEvent>): string | undefined {
    for (const event of of) {
      const parts = parseEventId(event.id);
      if (parts && parts.replicaId !== 'server' && event.userId !== userId)
        return `${parts.replicaId}:${parts.seq + 1}`;
    }
    return undefined;
  }
}
