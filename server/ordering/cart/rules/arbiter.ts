/**
 * Decides which of a phone's events the table accepts. The merge can combine any events, but some must not count: a dish
 * that is sold out, a reduction after the order was placed, an event of somebody else. Pure.
 *
 * For each event, in the order in which the phone sent them:
 *
 *     malformed, or another user's ─► refused     the log keeps nothing of it
 *     decided before ───────────────► confirmed   (same content) or refused (other content, or rejected before)
 *     an earlier event is missing ──► held        the phone sends both again
 *     against a rule or a limit ────► rejected    stored, so that it is never accepted later
 *     otherwise ────────────────────► accepted    stored
 *
 * Invariants:
 *
 * - Events of one replica are decided in the order of their sequence numbers.
 * - An event is accepted only after every event that its author had seen.
 * - The first content of an id stays. A decision is never changed.
 *
 * Example: Ann's phone sends `ra:1` (add a tea) and `ra:3` (one tea less). `ra:1` is accepted. `ra:3` is held, and the
 * answer says that `ra:2` is missing. The phone then sends `ra:2` and `ra:3`. If an order has taken the tea meanwhile,
 * `ra:3` is rejected as already ordered.
 */
import { rejections } from '#contract/codes.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { isAhead } from '#events/log/clock.ts';
import { isReserved } from '#events/log/event-id.ts';
import { isSameJson } from '#events/records/join.ts';
import { readEntry, type Knowledge, type Log, type LogEntry } from '#events/records/log.ts';
import type { LogRecord, Rejected } from '#events/records/records.ts';
import { selectMissing, reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { mergeAll, type Merged } from '#projections/merge/cart-view.ts';
import type { Decided } from '../log/decision-rows.ts';
import { appendRecords, hasRoomFor, type CartState } from './cart-state.ts';
import { isReplicaId, isWithinBounds, hasSeenOwnPast } from './event-bounds.ts';
import { findItemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { findBrokenBudget, nothingOpen, addOpen, type OpenEvents } from './open-events.ts';
import { isTooLate } from './too-late.ts';

interface ArbiterRequest {
  readonly userId: string;
  /** In the order in which the phone sent them. The schema has been checked. */
  readonly events: readonly AnyEvent[];
  /** The server's wall clock, ms. */
  readonly now: number;
  /** Replica id → the user for whom it writes. */
  readonly replicaOwners: ReadonlyMap<string, string>;
  /** Default: nothing is open. */
  readonly open?: OpenEvents;
  readonly merged?: Merged;
}

interface Rejection {
  readonly event: AnyEvent;
  readonly code: Rejected['code'];
}

export interface Decision {
  /** New events. Each gets a version of its own. */
  readonly accepted: readonly AnyEvent[];
  /** Ids of repeated events that were accepted before. */
  readonly confirmed: readonly string[];
  /** Rejected for ever. Each gets a version of its own. */
  readonly rejected: readonly Rejection[];
  /** Answered as rejected, but not stored. */
  readonly refused: readonly Rejection[];
  /** Events that held events had seen and the server lacks. */
  readonly missing: VersionVector;
}

type EventDecision =
  | { readonly kind: 'accepted' | 'confirmed' }
  | { readonly kind: 'rejected' | 'refused'; readonly code: Rejected['code'] }
  | { readonly kind: 'held'; readonly missing: VersionVector };

/** The cart with the decisions about this request's earlier events. */
interface Draft extends CartState {
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
  /** Applied to the draft only when another event follows. Most requests have one event. */
  let last: LastDecision | undefined;
  const accepted: AnyEvent[] = [];
  const confirmed: string[] = [];
  const rejected: Rejection[] = [];
  const refused: Rejection[] = [];
  let missing: VersionVector = {};

  for (const event of request.events) {
    const entry = readEntry(event);
    if (!entry) {
      refused.push({ event, code: rejections.malformed });
      continue;
    }
    if (last) draft = applyDecision(draft, last, request.userId);
    last = undefined;
    const decision = decideEvent(draft, menu, request, entry);
    switch (decision.kind) {
      case 'accepted':
        accepted.push(event);
        last = { entry, code: null };
        break;
      case 'rejected':
        rejected.push({ event, code: decision.code });
        last = { entry, code: decision.code };
        break;
      case 'confirmed':
        confirmed.push(event.id);
        break;
      case 'refused':
        refused.push({ event, code: decision.code });
        break;
      case 'held':
        missing = union(missing, decision.missing);
        break;
      default:
        decision satisfies never;
    }
  }
  return { accepted, confirmed, rejected, refused, missing };
}

/** The accepted and rejected events in the order of their versions. */
export function sortDecisions(
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

interface LastDecision {
  readonly entry: LogEntry;
  /** null: accepted. */
  readonly code: Rejected['code'] | null;
}

function applyDecision(draft: Draft, { entry, code }: LastDecision, userId: string): Draft {
  const { event, replicaId } = entry;
  const record: LogRecord =
    code === null
      ? { t: 0, from: 'peer', event }
      : { t: 0, from: 'server', rejected: { ids: [event.id], code } };
  return {
    ...appendRecords(draft, [record]),
    owners: new Map(draft.owners).set(replicaId, userId),
    open: code === null ? addOpen(draft.open, [entry]) : draft.open,
  };
}

function decideEvent(
  draft: Draft,
  menu: MenuIndex,
  { userId, now }: ArbiterRequest,
  entry: LogEntry,
): EventDecision {
  const { event, replicaId, seq } = entry;
  const { knowledge, merged, owners, open } = draft;
  const { known } = merged.view;
  const owner = owners.get(replicaId);
  // Nothing is stored under another user's replica id: the owner's own event of that number could not be stored then.
  const isForeign = owner !== undefined ? owner !== userId : event.userId !== userId;
  if (isReserved(replicaId) || isForeign) return { kind: 'refused', code: rejections.notYours };
  if (!isReplicaId(replicaId)) return { kind: 'refused', code: rejections.malformed };

  const decided = findEarlierDecision(knowledge, event);
  if (decided) return decided;
  // Each replica's events are decided in order.
  if (seq > reach(known, replicaId) + 1) return { kind: 'held', missing: { [replicaId]: seq - 1 } };
  if (event.userId !== userId) return { kind: 'rejected', code: rejections.notYours };
  if (!hasSeenOwnPast(event) || !isWithinBounds(event) || event.type === 'orderPlaced')
    return { kind: 'rejected', code: rejections.malformed };
  if (isAhead(event.at, now)) return { kind: 'rejected', code: rejections.clockAhead };
  // The event waits for the events that its author had seen (E5).
  const missing = selectMissing(known, event.seen);
  if (Object.keys(missing).length > 0) return { kind: 'held', missing };
  const code = findBrokenBudget(open, entry) ?? findRejection(draft, menu, entry);
  return code === undefined ? { kind: 'accepted' } : { kind: 'rejected', code };
}

/** The decision if this id was decided before. */
function findEarlierDecision({ entries, rejected }: Knowledge, event: AnyEvent): EventDecision | undefined {
  const code = rejected.get(event.id);
  if (code !== undefined) return { kind: 'refused', code };
  const first = entries.get(event.id);
  if (!first) return undefined;
  return isSameJson(first.event, event)
    ? { kind: 'confirmed' }
    : { kind: 'refused', code: rejections.idReused };
}

/** Why the menu, the limits or an order rejects a well-formed event; undefined: it is accepted. */
function findRejection(cart: CartState, menu: MenuIndex, entry: LogEntry): Rejected['code'] | undefined {
  const event = entry.upcast;
  switch (event?.type) {
    case 'itemAdded':
      return (
        findItemProblem(event.item, menu) ?? (hasRoomFor(cart, event) ? undefined : rejections.malformed)
      );
    case 'itemDecreased':
    case 'notesEdited':
      return isTooLate(cart, event) ? rejections.alreadyOrdered : undefined;
    case 'orderPlaced':
      return rejections.malformed;
    // A clear is accepted even after an order. An event type that only a newer program knows is accepted as well.
    case 'cartCleared':
    case 'guestsSet':
    case 'orderTypeSet':
    case undefined:
      return undefined;
    default:
      return event satisfies never;
  }
}
