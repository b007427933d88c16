/**
 * Notifies the diner of losses and of changes by others:
 *
 *   cause                                               notice or state
 *   own command removed own lines                       `linesLost`, and the page offers to undo it
 *   another diner cleared the cart                      `linesLost`, with the name of that diner
 *   an own event was rejected, and is not created again `changeRejected`
 *   others changed the cart while it was visible        `peersChanged`
 *   others changed the cart unseen                      collected in `notifying.missed` until the diner looks
 *
 * An order takes lines too, but the diner sees that as an order, so it is no loss.
 */
import { rejections } from '#contract/codes.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { isCovered } from '#events/records/log.ts';
import { listOwnEvents, type LogRecord } from '#events/records/records.ts';
import type { CartLine } from '#projections/merge/cart-view.ts';
import type { Command } from '../commands/decide.ts';
import { isOwnCreatedAgain } from '../log/knowledge.ts';
import { chooseProtocol, chooseSnapshotReader } from '../protocols/registry.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { change, notify, getOwnLines, getView, type StepContext } from '../state/step-context.ts';

/** A change that arrives later than this counts as unseen, ms. It exceeds the 10 s between two polls of the server. */
const lateMs = 15_000;

/** After an own command: notifies of the lines that it removed, so that the page can offer to restore them. */
export function notifyOwnLosses(context: StepContext, { kind, ...command }: Command): void {
  if (kind !== 'decrease' && kind !== 'clear') return;
  const isTable = 'scope' in command && command.scope === 'table';
  notifyLost(context, findLostLines(context), { clearedBy: null, ...(isTable && { wholeTable: true }) });
}

/** After received records: notifies of own rejections, of clears by others and of their changes. */
export function notifyNewRecords(context: StepContext): void {
  if (context.applied.length === 0) return;
  for (const record of context.applied)
    if ('rejected' in record) notifyOwnRejection(context, record.rejected, record.from === 'server');
  notifyClears(context);
  collectOthersChanges(context);
}

/** Notifies of own lines that another diner cleared. The name is empty if the server left out a stable clear. */
function notifyClears(context: StepContext): void {
  const { facts, knowledge } = context.state;
  const lost = findLostLines(context);
  if (lost.length === 0) return;
  const { entries, rejected, covers } = knowledge.log;
  const removals = [...entries.values()].flatMap(({ upcast }) =>
    isRemovalEvent(upcast) && !rejected.has(upcast.id) ? [upcast] : [],
  );
  const isUnnamed = isClearPossible(context);
  const cleared: CartLine[] = [];
  let clearedBy = '';
  for (const line of lost) {
    const took = removals.filter(({ seen }) => isCovered(line.lineId, seen));
    // A diner may also clear only their own lines, for example when they log in.
    const clears = took.filter(
      (each) => each.type === 'cartCleared' && (each.scope === 'table' || each.userId === facts.log.userId),
    );
    const isOrdered = took.some(
      (removal) =>
        removal.type === 'orderPlaced' &&
        !removal.kept?.includes(line.lineId) &&
        !clears.some(({ id }) => isCovered(id, removal.seen)),
    );
    const isStableClear = isUnnamed && isCovered(line.lineId, covers) && !rejected.has(line.lineId);
    if (isOrdered || clears.some(({ userId }) => userId === facts.log.userId)) continue;
    if (clears.length === 0 && !isStableClear) continue;
    cleared.push(line);
    clearedBy ||= clears[0]?.userName ?? '';
  }
  notifyLost(context, cleared, { clearedBy });
}

/**
 * Whether lines without an event that removes them were probably cleared. An event server may leave out a stable clear,
 * but never an order. After a clear of the whole table, no old line is left in another diner's cart.
 */
function isClearPossible({ before, state, applied }: StepContext): boolean {
  const [was, is] = [getView(before), getView(state)];
  const old = new Set(was.carts.flatMap(({ lines }) => lines).map(({ lineId }) => lineId));
  const others = is.carts.filter(({ userId }) => userId !== state.facts.log.userId);
  return (
    applied.some(
      (record) => 'snapshot' in record && chooseSnapshotReader(record.snapshot).omitsStableClears,
    ) &&
    was.lastOrderId === is.lastOrderId &&
    !others.some(({ lines }) => lines.some(({ lineId }) => old.has(lineId)))
  );
}

function isRemovalEvent(
  event: CartEvent | undefined,
): event is Extract<CartEvent, { type: 'cartCleared' | 'orderPlaced' }> {
  return event?.type === 'cartCleared' || event?.type === 'orderPlaced';
}

/** Notifies of rejections of a dead tab, which could not notify the diner itself. */
export function notifyLate(context: StepContext): void {
  const { late } = context.state.notifying;
  for (const { ids, code } of late) for (const id of ids) notifyRejected(context, id, code);
  change(context, 'notifying', { late: [] });
}

/** Removes the missed changes, because the diner has looked at them. */
export function clearMissed(context: StepContext): void {
  change(context, 'notifying', { missed: [], isFirst: false });
}

/** Notifies the diner at once. The next message to the table carries the server's rejections. */
function notifyOwnRejection(
  context: StepContext,
  { ids, code }: { readonly ids: readonly string[]; readonly code: string | number },
  isServers: boolean,
): void {
  const own = ids.filter((id) => context.state.knowledge.log.local.has(id));
  if (own.length === 0) return;
  if (isServers && code !== rejections.idReused)
    change(context, 'notifying', { untold: [...context.state.notifying.untold, { ids: own, code }] });
  // An event that is created again is no loss.
  for (const id of own) if (!isOwnCreatedAgain(context.state, id, code)) notifyRejected(context, id, code);
}

/** Notifies of a rejection. Offers to add a dish again, if the server may accept it the next time. */
function notifyRejected(context: StepContext, id: string, code: string | number): void {
  const { knowledge } = context.state;
  const event = knowledge.log.entries.get(id)?.upcast;
  const mayBeTriedAgain = chooseProtocol(context.state).mayTryAgain(code) && event?.type === 'itemAdded';
  const again = mayBeTriedAgain ? { item: event.item, quantity: event.quantity } : undefined;
  notify(context, {
    kind: 'changeRejected',
    code,
    product: readProductName(context.state, id),
    ...(event?.type === 'notesEdited' && { notes: event.notes }),
    ...(again && { again }),
  });
}

function findLostLines(context: StepContext): CartLine[] {
  const left = new Set(getOwnLines(context.state).flatMap(({ lineId, aliases }) => [lineId, ...aliases]));
  return getOwnLines(context.before).filter(({ lineId }) => !left.has(lineId));
}

function notifyLost(
  context: StepContext,
  lost: readonly CartLine[],
  by: { readonly clearedBy: string | null; readonly wholeTable?: true },
): void {
  const lines = lost.map(({ item, quantity }) => ({ item, quantity }));
  if (lines.length > 0) notify(context, { kind: 'linesLost', lines, ...by });
}

/** Notifies of others' changes that the diner can see now. Collects all others until the diner looks. */
function collectOthersChanges(context: StepContext): void {
  const { facts, notifying } = context.state;
  const own = [facts.log.userId, ...facts.earlierIds];
  const t = context.moment.now;
  const isAnswer = context.applied.some((record) => 'snapshot' in record);
  const created = new Set(listOwnEvents(context.applied).map(({ id }) => id));
  const others = context.fresh.filter(({ event }) => !own.includes(event.userId) && !created.has(event.id));
  if (notifying.isSeen) return change(context, 'notifying', { isSeen: !isAnswer });
  const isLate = (event: AnyEvent) =>
    notifying.isArriving || !context.moment.looking || t - event.at[0] > lateMs;
  const recordOf = (event: AnyEvent): LogRecord => ({ t, from: 'peer', event });
  const late = others.filter(({ event }) => isLate(event)).map(({ event }) => recordOf(event));
  const seen = others.filter(({ event }) => !isLate(event)).map(({ event }) => recordOf(event));
  if (seen.length > 0) notify(context, { kind: 'peersChanged', records: seen });
  if (isAnswer || late.length > 0)
    change(context, 'notifying', {
      ...(isAnswer && { isArriving: false }),
      ...(late.length > 0 && { missed: [...notifying.missed, ...late] }),
      // Some of the missed changes happened after the diner came.
      ...(late.length > 0 && !notifying.isArriving && { isFirst: false }),
    });
}

function readProductName({ knowledge: { log } }: PhoneState, id: string): string {
  const event = log.entries.get(id)?.upcast;
  switch (event?.type) {
    case 'itemAdded':
    case 'itemDecreased':
    case 'notesEdited':
      return event.item.name ?? '';
    default:
      return '';
  }
}
