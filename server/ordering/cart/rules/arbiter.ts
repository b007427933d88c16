/** Decides what no merge can: which of a phone's events the table takes. Pure. */
import { rejections } from '#contract/codes.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { isAhead } from '#events/log/clock.ts';
import { isReserved } from '#events/log/event-id.ts';
import { sameJson } from '#events/records/join.ts';
import { entryOf, type Knowledge, type Log, type LogEntry } from '#events/records/log.ts';
import type { LogRecord, Rejected } from '#events/records/records.ts';
import { lacking, reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { mergeAll, type Merged } from '#projections/merge/cart-view.ts';
import type { Decided } from '../log/decision-rows.ts';
import { withMore, hasRoomFor, type Judged } from './cart-state.ts';
import { isReplicaId, isWithinBounds, seesOwnPast } from './event-bounds.ts';
import { itemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { brokenBudget, nothingOpen, withOpen, type OpenEvents } from './open-events.ts';
import { isTooLate } from './too-late.ts';

interface ArbiterRequest {
  readonly userId: string;
  /** Validated by schema, in the order in which the phone sent them (G4). */
  readonly events: readonly AnyEvent[];
  /** The server's wall clock, ms. */
  readonly now: number;
  /** T1, E5: replica id → the user for whom it writes. */
  readonly replicaOwners: ReadonlyMap<string, string>;
  /** Nothing when left out. */
  readonly open?: OpenEvents;
  readonly merged?: Merged;
}

interface Rejection {
  readonly event: AnyEvent;
  readonly code: Rejected['code'];
}

export interface Decision {
  /** New to the session; each is a version more. */
  readonly accepted: readonly AnyEvent[];
  /** E6: ids that came again with the content that was accepted. */
  readonly confirmed: readonly string[];
  /** Taken out for good (F2); each is a version more. */
  readonly rejected: readonly Rejection[];
  /** Answered as rejected, with nothing new to keep: rejected before, somebody else's, or known with another content. */
  readonly refused: readonly Rejection[];
  /** E5: what the held events had seen and the server lacks. */
  readonly missing: VersionVector;
}

type Verdict =
  | { readonly kind: 'accepted' | 'confirmed' }
  | { readonly kind: 'rejected' | 'refused'; readonly code: Rejected['code'] }
  | { readonly kind: 'held'; readonly missing: VersionVector };

/** What is known so far, the decisions on this request's earlier events included. */
interface Draft extends Judged {
  readonly owners: ReadonlyMap<string, string>;
  readonly open: OpenEvents;
}

export function decide(knowledge: Log, menu: MenuIndex, request: ArbiterRequest): Decision {
  let draft: Draft = {
    knowledge,
    merged: request.merged ?? mergeAll(knowledge),
    owners: request.replicaOwners,
    open: request.open ?? nothingOpen,
  };
  /** Taken into the draft when another event follows: mostly none does. */
  let last: Taken | undefined;
  const accepted: AnyEvent[] = [];
  const confirmed: string[] = [];
  const rejected: Rejection[] = [];
  const refused: Rejection[] = [];
  let missing: VersionVector = {};

  for (const event of request.events) {
    const entry = entryOf(event);
    if (!entry) {
      refused.push({ event, code: rejections.malformed });
      continue;
    }
    if (last) draft = after(draft, last, request.userId);
    last = undefined;
    const verdict = judge(draft, menu, request, entry);
    switch (verdict.kind) {
      case 'accepted':
        accepted.push(event);
        last = { entry, code: null };
        break;
      case 'rejected':
        rejected.push({ event, code: verdict.code });
        last = { entry, code: verdict.code };
        break;
      case 'confirmed':
        confirmed.push(event.id);
        break;
      case 'refused':
        refused.push({ event, code: verdict.code });
        break;
      case 'held':
        missing = union(missing, verdict.missing);
        break;
      default:
        verdict satisfies never;
    }
  }
  return { accepted, confirmed, rejected, refused, missing };
}

/** Accepted and rejected events in the order in which they were decided, which is the order of their versions. */
export function decidedOf(
  events: readonly AnyEvent[],
  { accepted, rejected }: Decision,
): Omit<Decided, 'userId'>[] {
  const isAccepted = new Set(accepted);
  const codeOf = new Map(rejected.map(({ event, code }) => [event, code]));
  return events.flatMap((event): Omit<Decided, 'userId'>[] => {
    if (isAccepted.has(event)) return [{ event, code: null }];
    const code = codeOf.get(event);
    return code === undefined ? [] : [{ event, code }];
  });
}

interface Taken {
  readonly entry: LogEntry;
  /** null: accepted. */
  readonly code: Rejected['code'] | null;
}

function after(draft: Draft, { entry, code }: Taken, userId: string): Draft {
  const { event, replicaId } = entry;
  const record: LogRecord =
    code === null
      ? { t: 0, from: 'peer', event }
      : { t: 0, from: 'server', rejected: { ids: [event.id], code } };
  return {
    ...withMore(draft, [record]),
    owners: new Map(draft.owners).set(replicaId, userId),
    open: code === null ? withOpen(draft.open, [entry]) : draft.open,
  };
}

function judge(draft: Draft, menu: MenuIndex, { userId, now }: ArbiterRequest, entry: LogEntry): Verdict {
  const { event, replicaId, seq } = entry;
  const { knowledge, merged, owners, open } = draft;
  const { known } = merged.view;
  const owner = owners.get(replicaId);
  // E5: nothing is kept under a replica id that is not surely the asker's, or it would stand in its owner's way.
  const isForeign = owner !== undefined ? owner !== userId : event.userId !== userId;
  if (isReserved(replicaId) || isForeign) return { kind: 'refused', code: rejections.notYours };
  if (!isReplicaId(replicaId)) return { kind: 'refused', code: rejections.malformed };

  const decided = whatCameBefore(knowledge, event);
  if (decided) return decided;
  // G4: a replica's events are taken in order.
  if (seq > reach(known, replicaId) + 1) return { kind: 'held', missing: { [replicaId]: seq - 1 } };
  if (event.userId !== userId) return { kind: 'rejected', code: rejections.notYours };
  if (!seesOwnPast(event) || !isWithinBounds(event) || event.type === 'orderPlaced')
    return { kind: 'rejected', code: rejections.malformed };
  if (isAhead(event.at, now)) return { kind: 'rejected', code: rejections.clockAhead };
  // E5: it waits for what its author had seen.
  const missing = lacking(known, event.seen);
  if (Object.keys(missing).length > 0) return { kind: 'held', missing };
  const code = brokenBudget(open, entry) ?? objection(draft, menu, entry);
  return code === undefined ? { kind: 'accepted' } : { kind: 'rejected', code };
}

/** E6: what was decided on this id already; the first content stays. */
function whatCameBefore({ entries, rejected }: Knowledge, event: AnyEvent): Verdict | undefined {
  const code = rejected.get(event.id);
  if (code !== undefined) return { kind: 'refused', code };
  const first = entries.get(event.id);
  if (!first) return undefined;
  return sameJson(first.event, event)
    ? { kind: 'confirmed' }
    : { kind: 'refused', code: rejections.idReused };
}

/** Why the table does not take an event that is in order as such; undefined when it does. */
function objection(judged: Judged, menu: MenuIndex, entry: LogEntry): Rejected['code'] | undefined {
  const event = entry.upcast;
  switch (event?.type) {
    case 'itemAdded':
      return itemProblem(event.item, menu) ?? (hasRoomFor(judged, event) ? undefined : rejections.malformed);
    case 'itemDecreased':
    case 'notesEdited':
      return isTooLate(judged, event) ? rejections.alreadyOrdered : undefined;
    case 'orderPlaced':
      return rejections.malformed;
    // O3: a clear that comes too late is taken all the same. E7: so is what only a newer program understands.
    case 'cartCleared':
    case 'guestsSet':
    case 'orderTypeSet':
    case undefined:
      return undefined;
    default:
      return event satisfies never;
  }
}
