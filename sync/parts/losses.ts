/** What the diner is told: own changes that were refused, own lines that left, and what others did meanwhile. */
import { rejections } from '#contract/codes.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { isCovered } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { CartLine } from '#projections/merge/cart-view.ts';
import type { Command } from '../commands/decide.ts';
import { isOwnCreatedAgain } from '../log/knowledge.ts';
import { protocolOf, protocolOfSnapshot } from '../protocols/registry.ts';
import type { PhoneState } from '../state/phone-state.ts';
import { change, notify, viewOf, type StepContext } from '../state/step-context.ts';

/** A change that arrives later than this was not seen when it was made, ms: the server is asked every 10 s at least. */
const lateMs = 15_000;

/** After an own change: the lines that it took away can be put back. */
export function notifyOwnLosses(context: StepContext, { kind, ...command }: Command): void {
  if (kind !== 'decrease' && kind !== 'clear') return;
  const isTable = 'scope' in command && command.scope === 'table';
  notifyLost(context, findLostLines(context), { clearedBy: null, ...(isTable && { wholeTable: true }) });
}

/** After others' changes: who emptied the table; an order, a login and a rejection take lines for good. */
export function notifyNewRecords(context: StepContext): void {
  if (context.learnt.length === 0) return;
  for (const record of context.learnt)
    if ('rejected' in record) notifyOwnRejection(context, record.rejected, record.from === 'server');
  notifyClears(context);
  collectOthersChanges(context);
}

/** Somebody else emptied the table. Of a clear that is settled an answer need not say whose it was (F4). */
function notifyClears(context: StepContext): void {
  const { facts, knowledge } = context.state;
  const lost = findLostLines(context);
  if (lost.length === 0) return;
  const { entries, rejected, covers } = knowledge.log;
  const cuts = [...entries.values()].flatMap(({ upcast }) =>
    isCut(upcast) && !rejected.has(upcast.id) ? [upcast] : [],
  );
  const isUnnamed = mayHaveBeenCleared(context);
  const cleared: CartLine[] = [];
  let clearedBy = '';
  for (const line of lost) {
    const took = cuts.filter(({ seen }) => isCovered(line.lineId, seen));
    const clears = took.filter(({ type }) => type === 'cartCleared');
    const isOrdered = took.some(
      (cut) =>
        cut.type === 'orderPlaced' &&
        !cut.kept?.includes(line.lineId) &&
        !clears.some(({ id }) => isCovered(id, cut.seen)),
    );
    const isSettled = isUnnamed && isCovered(line.lineId, covers) && !rejected.has(line.lineId);
    if (isOrdered || clears.some(({ userId }) => userId === facts.log.userId)) continue;
    if (clears.length === 0 && !isSettled) continue;
    cleared.push(line);
    clearedBy ||= clears[0]?.userName ?? '';
  }
  notifyLost(context, cleared, { clearedBy });
}

/** An answer may leave out a clear that is settled (F4). It shows what was ordered, and a table's clear leaves others nothing. */
function mayHaveBeenCleared({ before, state, learnt }: StepContext): boolean {
  const [was, is] = [viewOf(before), viewOf(state)];
  const old = new Set(was.carts.flatMap(({ lines }) => lines).map(({ lineId }) => lineId));
  const others = is.carts.filter(({ userId }) => userId !== state.facts.log.userId);
  return (
    learnt.some((record) => 'snapshot' in record && protocolOfSnapshot(record.snapshot).omitsStableClears) &&
    was.lastOrderId === is.lastOrderId &&
    !others.some(({ lines }) => lines.some(({ lineId }) => old.has(lineId)))
  );
}

function isCut(
  event: CartEvent | undefined,
): event is Extract<CartEvent, { type: 'cartCleared' | 'orderPlaced' }> {
  return event?.type === 'cartCleared' || event?.type === 'orderPlaced';
}

/** What a tab that died could not tell any more. */
export function notifyLate(context: StepContext): void {
  const { late } = context.state.notifying;
  for (const { ids, code } of late) for (const id of ids) notifyRejected(context, id, code);
  change(context, 'notifying', { late: [] });
}

/** The diner has looked. */
export function clearMissed(context: StepContext): void {
  change(context, 'notifying', { missed: [], isFirst: false });
}

/** F2: own rejections are told to the diner at once, and the server's to the others with the next message. */
function notifyOwnRejection(
  context: StepContext,
  { ids, code }: { readonly ids: readonly string[]; readonly code: string | number },
  isServers: boolean,
): void {
  const own = ids.filter((id) => context.state.knowledge.log.local.has(id));
  if (own.length === 0) return;
  if (isServers && code !== rejections.idReused)
    change(context, 'notifying', { untold: [...context.state.notifying.untold, { ids: own, code }] });
  // T4: what is minted anew at once is no loss.
  for (const id of own) if (!isOwnCreatedAgain(context.state, id, code)) notifyRejected(context, id, code);
}

/** P4: a dish that a plain server would not take may be tried again; what is sold out may not. */
function notifyRejected(context: StepContext, id: string, code: string | number): void {
  const { knowledge } = context.state;
  const event = knowledge.log.entries.get(id)?.upcast;
  const mayBeTriedAgain = protocolOf(context.state).mayTryAgain(code) && event?.type === 'itemAdded';
  const again = mayBeTriedAgain ? { item: event.item, quantity: event.quantity } : undefined;
  notify(context, {
    kind: 'changeRejected',
    code,
    product: productOf(context.state, id),
    ...(event?.type === 'notesEdited' && { notes: event.notes }),
    ...(again && { again }),
  });
}

function findLostLines(context: StepContext): CartLine[] {
  const left = new Set(ownLines(context.state).flatMap(({ lineId, aliases }) => [lineId, ...aliases]));
  return ownLines(context.before).filter(({ lineId }) => !left.has(lineId));
}

function notifyLost(
  context: StepContext,
  lost: readonly CartLine[],
  by: { readonly clearedBy: string | null; readonly wholeTable?: true },
): void {
  const lines = lost.map(({ item, quantity }) => ({ item, quantity }));
  if (lines.length > 0) notify(context, { kind: 'linesLost', lines, ...by });
}

/** What others did in sight of the diner is told as it happens; what the diner could not see is kept for when they look. */
function collectOthersChanges(context: StepContext): void {
  const { facts, notifying } = context.state;
  const own = [facts.log.userId, ...facts.earlierIds];
  const t = context.moment.now;
  const isAnswer = context.learnt.some((record) => 'snapshot' in record);
  const minted = new Set(
    context.learnt.flatMap((record) =>
      'event' in record && record.from === 'local' ? [record.event.id] : [],
    ),
  );
  const others = context.fresh.filter(({ event }) => !own.includes(event.userId) && !minted.has(event.id));
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
      // Not all of it was before they came.
      ...(late.length > 0 && !notifying.isArriving && { isFirst: false }),
    });
}

function productOf({ knowledge: { log } }: PhoneState, id: string): string {
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

function ownLines(state: PhoneState): readonly CartLine[] {
  return viewOf(state).carts.find(({ userId }) => userId === state.facts.log.userId)?.lines ?? [];
}
