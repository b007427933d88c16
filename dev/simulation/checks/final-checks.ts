/** Checks the end of a run, after all faults are over: phones and server agree, and no tap is lost or counted twice. */
import type { CartCleared } from '#events/cart/cart-cleared.ts';
import { getVariantKey } from '#events/item.ts';
import { type Knowledge, type LogEntry, logOf } from '#events/records/log.ts';
import type { OrderPlaced } from '#events/cart/order-placed.ts';
import { reach, isSameVector, type VersionVector } from '#events/log/version-vector.ts';
import { projectCartView, type CartView } from '#projections/merge/cart-view.ts';
import type { Device } from '../phones/device.ts';
import type { Ledger } from './ledger.ts';
import { projectOlderView } from '../phones/older-app.ts';
import { describeShown } from './shown.ts';
import type { Tab } from '../phones/tab.ts';
import type { TableServer } from '../servers/table-server.ts';
import type { World } from '../world/world.ts';

/** The first difference between the phones and the server. Undefined if they agree. */
export function findDisagreement(devices: readonly Device[], server: TableServer): string | undefined {
  const log = server.whole;
  let older: CartView | undefined;
  for (const { plan, tabs } of devices) {
    const view = plan.older ? (older ??= projectOlderView(log.knowledge)) : log.view;
    for (const tab of tabs) {
      const reason = findDifference(tab, log.sessionId, view, plan.older);
      if (reason) return `${tab.name} ${reason}`;
    }
  }
  return undefined;
}

function findDifference(tab: Tab, sessionId: string, view: CartView, isOlder: boolean): string | undefined {
  const { page } = tab;
  if (!page?.engine || page.isLeaving) return 'is not open';
  if (page.sessionId !== sessionId) return `is still in ${page.sessionId}`;
  const { cart } = page.engine;
  if (cart.value.pending > 0) return `has ${cart.value.pending} changes pending`;
  if (!page.inMemory && page.writing > 0) return 'is writing';
  const [is, should] = [describeShown(cart.value, isOlder), describeShown(view, isOlder)];
  if (is !== should) return `shows\n${is}\nthe server has\n${should}`;
  if (!hasSameKnowledge(tab, view.known))
    return `knows ${JSON.stringify(page.engine.getKnown())}, the server ${JSON.stringify(view.known)}`;
  const { blocked: waiting } = projectCartView(page.mirror);
  return waiting.length > 0 && !page.inMemory ? `waits with ${waiting.join(' ')}` : undefined;
}

/** Whether tab and server know the same events. An event that was refused with its whole request is known to the tab only. */
function hasSameKnowledge({ page, device }: Tab, known: VersionVector): boolean {
  const { turnedAway } = device.setting.watch;
  const isBeside = (replicaId: string, from: number, to: number) => {
    for (let seq = from; seq <= to; seq += 1) if (!turnedAway.has(`${replicaId}:${seq}`)) return false;
    return true;
  };
  const own = Object.entries(page!.engine!.getKnown()).map(([replicaId, seq]) => {
    const there = reach(known, replicaId);
    return [replicaId, isBeside(replicaId, there + 1, seq) ? there : seq] as const;
  });
  return isSameVector(Object.fromEntries(own.filter(([, seq]) => seq > 0)), known);
}

/** Checks that each tap of this session is in the server's log once, was rejected, or was lost before it was stored. */
export function checkAccount(world: World, ledger: Ledger, { whole }: TableServer): void {
  const { knowledge, sessionId } = whole;
  const accepted = new Map<string, number>();
  for (const { event } of knowledge.entries.values()) {
    const tag = event.userName ?? '';
    accepted.set(tag, (accepted.get(tag) ?? 0) + 1);
    const action = ledger.actions.get(tag);
    if (action && action.sessionId !== sessionId)
      world.fail('S1', `${event.id} of ${action.sessionId} reached ${sessionId}`);
  }
  for (const action of ledger.actions.values()) {
    if (action.sessionId !== sessionId) continue;
    const times = accepted.get(action.tag) ?? 0;
    if (times > 1 && !ledger.mayBeTwice(action))
      world.fail('G3', `the tap ${action.tag} counts ${times} times`);
    if (times > 0) continue;
    if (ledger.wasRejected(action.tag)) world.count('tapRejected');
    else if (action.mayBeLost) world.count('tapLostBeforeItWasStored');
    else world.fail('G3', `a hole: the tap ${action.tag} of device ${action.device} is nowhere`);
  }
}

/** Checks that an exported log, including its archive, replays to the cart that the phone shows. */
export async function checkExports(world: World, devices: readonly Device[]): Promise<void> {
  for (const { tabs, disk } of devices) {
    for (const { page, name } of tabs) {
      if (!page?.engine || page.inMemory || page.writing > 0) continue;
      const key = { merchantId: '1001', tableId: '7', sessionId: page.sessionId, userId: page.userId };
      const stored = await disk.exported(key, page.replicaId);
      const records = [...stored, ...page.engine.getWaiting()];
      const log = logOf(records);
      world.count(records.length > page.mirror.entries.size ? 'exportedWithArchive' : 'exported');
      const [is, should] = [describeShown(projectCartView(log)), describeShown(page.engine.cart.value)];
      if (is !== should) world.fail('L3', `the export of ${name} shows\n${is}\nthe phone\n${should}`);
    }
  }
}

/** Checks quantities without the merge. The cart shows at most the added pieces, and at least the added minus the removed. */
export function checkAgainstCounts(world: World, { knowledge, view }: TableServer['log']): void {
  const totals = new Map<string, { added: number; taken: number; shown: number }>();
  const getTotal = (userId: string, variant: string) => {
    const key = `${userId} ${variant}`;
    let total = totals.get(key);
    if (!total) totals.set(key, (total = { added: 0, taken: 0, shown: 0 }));
    return total;
  };
  const entries = [...knowledge.entries.values()];
  const removals = listRemovals(entries);
  for (const entry of entries) {
    const { upcast: event } = entry;
    if (event?.type !== 'itemAdded' && event?.type !== 'itemDecreased') continue;
    if (removals.some((removal) => isRemovedBy(removal, entry))) continue;
    if (event.type === 'itemAdded' && removals.length > 0) world.count('addSurvivedACut');
    const total = getTotal(event.userId, getVariantKey(event.item));
    if (event.type === 'itemAdded') total.added += event.quantity;
    else total.taken += event.quantity;
  }
  for (const { userId, lines } of view.carts)
    for (const { item, quantity } of lines) getTotal(userId, getVariantKey(item)).shown += quantity;
  for (const [key, { added, taken, shown }] of totals)
    if (shown > added || shown < added - taken)
      world.fail('V5', `${key}: ${added} added, ${taken} taken away, ${shown} shown`);
}

/** Checks that no attempt and no dish was ordered twice. */
export function checkOrders(world: World, ledger: Ledger, { orders, whole }: TableServer): void {
  const attempts = new Set(orders.map(({ placementId }) => placementId));
  if (attempts.size !== orders.length) world.fail('O2', 'one placement has two orders');
  for (const id of attempts)
    if (ledger.refusals.has(id)) world.fail('O2', `the diner saw a refusal, and ${id} was ordered`);
  const taken = new Map<string, string>();
  for (const { event } of orders) {
    for (const id of listOrderedDishes(whole.knowledge, event)) {
      const before = taken.get(id);
      if (before) world.fail('O1', `${id} was ordered by ${before} and by ${event.id}`);
      taken.set(id, event.id);
    }
  }
}

/** The ids of the additions that an order contains. */
function listOrderedDishes(knowledge: Knowledge, { seen, kept = [] }: OrderPlaced): string[] {
  const seenEntries = [...knowledge.entries.values()].filter(
    ({ replicaId, seq }) => seq <= reach(seen, replicaId),
  );
  const view = projectCartView({
    ...knowledge,
    entries: new Map(seenEntries.map((entry) => [entry.event.id, entry])),
  });
  const shown = new Set(view.carts.flatMap(({ lines }) => lines.flatMap((l) => [l.lineId, ...l.aliases])));
  const removals = listRemovals(seenEntries);
  const isTaken = (entry: LogEntry) =>
    entry.upcast?.type === 'itemAdded' &&
    shown.has(entry.upcast.lineId) &&
    !kept.includes(entry.event.id) &&
    !removals.some((removal) => isRemovedBy(removal, entry));
  return seenEntries.filter(isTaken).map(({ event }) => event.id);
}

function listRemovals(entries: readonly LogEntry[]): (CartCleared | OrderPlaced)[] {
  return entries.flatMap(({ upcast }) =>
    upcast?.type === 'cartCleared' || upcast?.type === 'orderPlaced' ? [upcast] : [],
  );
}

/** A second, independent implementation of the merge rule for removals. */
function isRemovedBy(removal: CartCleared | OrderPlaced, { event, replicaId, seq }: LogEntry): boolean {
  if (reach(removal.seen, replicaId) < seq) return false;
  if (removal.type === 'orderPlaced') return !removal.kept?.includes(event.id);
  return removal.scope === 'table' || removal.userId === event.userId;
}
