/** What the diners did and what became of it: the memory against which the end of a run is held. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseEventId } from '#events/log/event-id.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { World } from '../world/world.ts';

/** One tap of a diner that made an event. The tag travels as the author's name, whichever id the event bears. */
export interface Action {
  readonly tag: string;
  readonly sessionId: string;
  readonly device: number;
  /** It is on the phone's disk: from now on no crash may lose it (G3). */
  isStored: boolean;
  /** The tab died before it was stored: it was never promised. */
  mayBeLost: boolean;
  /** The disk said that it had not stored it, and had: a phantom is allowed (G3). */
  mayBeTwice: boolean;
}

export class Ledger {
  readonly actions = new Map<string, Action>();
  /** T2, E6: every event by its id, as first seen anywhere. */
  private readonly contents = new Map<string, AnyEvent>();
  /** G3: by device, the ids whose transaction is complete. */
  private readonly stored = new Map<number, Set<string>>();
  private readonly rejected = new Set<string>();
  private readonly withoutDisk = new Set<number>();
  private readonly withoutLocks = new Set<number>();
  private readonly withDamage = new Set<number>();
  private readonly anew = new Set<string>();
  private readonly held = new Set<string>();
  /** By tap, the id that its event bears on the phone. */
  private readonly writtenAs = new Map<string, string>();
  readonly refusals = new Set<string>();
  private count = 0;

  constructor(private readonly world: World) {}

  nextTag(): string {
    this.count += 1;
    return `#${this.count}`;
  }

  minted(tag: string, sessionId: string, device: number): Action {
    const action = { tag, sessionId, device, isStored: false, mayBeLost: false, mayBeTwice: false };
    this.actions.set(tag, action);
    return action;
  }

  /** This device writes an own event; a tap whose event is stored may be written once more (G5, T4). */
  writes(device: number, { id, type, userName = '' }: AnyEvent): void {
    const before = this.writtenAs.get(userName);
    const mayLinger = before !== undefined && (this.isStored(device, before) || this.hasLostItsDisk(device));
    if (mayLinger && before !== id) this.anew.add(userName);
    // An order bears the name of whichever tap came last.
    if (type !== 'orderPlaced') this.writtenAs.set(userName, id);
  }

  /** The server took this event out for good, and the phone will not mint it anew. */
  rejects(event: AnyEvent): void {
    this.rejected.add(event.userName ?? '');
  }

  /** O2: the diner was told that this order was refused. */
  saidNo(placementId: string): void {
    this.refusals.add(placementId);
  }

  /** T4: the phone mints this event anew. */
  mintsAnew(event: AnyEvent): void {
    this.anew.add(event.userName ?? '');
  }

  /** E5: a server could not take these yet. */
  holds(events: readonly AnyEvent[]): void {
    for (const { userName = '' } of events) this.held.add(userName);
  }

  /** A page of this device went on in memory. */
  lostItsDisk(device: number): void {
    this.withoutDisk.add(device);
  }

  /** D24: two tabs of this device can't tell who goes on with what a third one left. */
  hasNoLocks(device: number): void {
    this.withoutLocks.add(device);
  }

  hasLostItsDisk(device: number): boolean {
    return this.withoutDisk.has(device);
  }

  /**
   * G3: a phantom is allowed where the disk failed: it said no and had stored, or could not note what was minted anew;
   * and where two tabs without locks both mint the same anew (D24); and where what was held is minted anew (G5) and a
   * second copy of the old request comes late.
   */
  mayBeTwice({ mayBeTwice, tag, device }: Action): boolean {
    if (mayBeTwice) return true;
    const mayLinger = this.withoutDisk.has(device) || this.withoutLocks.has(device) || this.held.has(tag);
    return this.anew.has(tag) && mayLinger;
  }

  wasRejected(tag: string): boolean {
    return this.rejected.has(tag);
  }

  /** T2: an id stands for one event, wherever it turns up. */
  saw(event: AnyEvent): void {
    const first = this.contents.get(event.id);
    if (!first) this.contents.set(event.id, event);
    else if (first !== event && JSON.stringify(first) !== JSON.stringify(event))
      this.world.fail(
        'T2',
        `${event.id} was used twice: ${JSON.stringify(first)} and ${JSON.stringify(event)}`,
      );
  }

  /** Records whose transaction on `device` is complete. */
  wasStored(device: number, records: readonly LogRecord[], isTold: boolean): void {
    let ids = this.stored.get(device);
    if (!ids) this.stored.set(device, (ids = new Set()));
    for (const record of records) {
      if (!('event' in record) || record.from !== 'local') continue;
      // A number whose event never reached the disk is free again: nobody has heard of it.
      this.saw(record.event);
      ids.add(record.event.id);
      const action = this.actions.get(record.event.userName ?? '');
      if (!action) continue;
      action.isStored = true;
      if (!isTold) action.mayBeTwice = true;
    }
  }

  /** T1: the disk lost `gone`; what stands around it may be minted anew although it had arrived. */
  wasDamaged(device: number, gone: readonly LogRecord[], stored: readonly LogRecord[]): void {
    this.withDamage.add(device);
    const actionsOf = (records: readonly LogRecord[]) =>
      records.flatMap((record) =>
        'event' in record ? (this.actions.get(record.event.userName ?? '') ?? []) : [],
      );
    for (const action of actionsOf(gone)) action.mayBeLost = true;
    for (const action of actionsOf(stored)) action.mayBeTwice = true;
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

  /** The next number of some replica that is not the forger's, for a forgery (E5). */
  someForeignId(userId: string, of: Iterable<AnyEvent>): string | undefined {
    for (const event of of) {
      const parts = parseEventId(event.id);
      if (parts && parts.replicaId !== 'server' && event.userId !== userId)
        return `${parts.replicaId}:${parts.seq + 1}`;
    }
    return undefined;
  }
}
