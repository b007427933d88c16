/** Commands that change a cart. Each change is durable before the phone is answered. */
import { codes } from '#contract/codes.ts';
import type { WantedOrder } from '#contract/order-fields.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import { readEntry } from '#events/records/log.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { limits } from '#contract/limits.ts';
import { parseEventId } from '#events/log/event-id.ts';
import { reach } from '#events/log/version-vector.ts';
import { createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { decide, sortDecisions, type Decision } from './rules/arbiter.ts';
import { readDinerNames, type DinerAtTable } from './diner-at-table.ts';
import { decideTogether } from './log/decide-together.ts';
import { isWithinBounds } from './rules/event-bounds.ts';
import { findItemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import {
  draftRequestedChanges,
  hasTableValues,
  draftTableValues,
  type Diner,
  type TableValues,
} from './draft-changes.ts';
import { acceptServerEvents, createServerEvents, type ServerDraft } from './server-events.ts';
import { createDatabaseStore } from './log/database-store.ts';
import { findBrokenBudget, addOpen } from './rules/open-events.ts';
import { appendRecords, hasRoomFor, type CartState } from './rules/cart-state.ts';
import type { SessionLog } from './log/merged-log.ts';
import { readForDecision } from './log/log-store.ts';
import { readSession } from './log/session-log.ts';

export interface CartDeps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** A phone that is refused for its table's limits retries after this time, seconds. */
const untilTableCloses = 3_600;

export interface Changed {
  readonly log: SessionLog;
  readonly decision?: Decision;
}

/** Decides about a phone's own events, one by one. */
export async function handleEvents(
  deps: CartDeps,
  { asker, session, versions: { session: version = 0 } }: DinerAtTable,
  menu: MenuIndex,
  events: readonly AnyEvent[],
): Promise<Changed> {
  if (events.length === 0) return { log: (await readSession(deps.db, session.id)).log };
  const { log, value } = await decideTogether(deps.db, session.id, version, async (db, before) => {
    requireRoomFor(before, asker.userId, events);
    const now = deps.clock.now();
    const { log, knowledge } = await readForDecision(createDatabaseStore(db), before, events);
    const decision = decide(knowledge, menu, {
      userId: asker.userId,
      events,
      now,
      replicaOwners: log.owners,
      open: log.open,
      merged: log.merged,
    });
    const decided = sortDecisions(events, decision).map((each) => ({ ...each, userId: asker.userId }));
    return { log, decided, now, value: { decision, isStored: decided.length > 0 } };
  });
  const { accepted, rejected } = value.decision;
  deps.subscribers.notify('cartEventsDecided', {
    merchantId: session.merchantId,
    sessionId: session.id,
    cart: log,
    accepted: accepted.length,
    rejectedCodes: rejected.map(({ code }) => code),
    isStored: value.isStored,
  });
  return { log, decision: value.decision };
}

/** Rejected events are stored as well, so without a limit a diner could fill the disk. */
function requireRoomFor({ owners, known }: SessionLog, userId: string, events: readonly AnyEvent[]): void {
  const replicas = new Set([...owners].filter(([, owner]) => owner === userId).map(([id]) => id));
  let written = events.length;
  for (const id of replicas) written += reach(known, id);
  const before = replicas.size;
  for (const { id } of events) replicas.add(parseEventId(id)?.replicaId ?? id);
  if (written > limits.eventsOfDiner) throw createBudgetRefusal('eventsOfDiner', untilTableCloses);
  if (replicas.size > limits.replicasOfDiner) throw createBudgetRefusal('replicasOfDiner', untilTableCloses);
  // Each event names every replica of its table, so their number must stay small.
  const { most, reserved } = limits.replicasOfTable;
  const more = replicas.size - before;
  if (more > 0 && replicas.size > reserved && owners.size + more > most)
    throw createBudgetRefusal('replicasOfTable', untilTableCloses);
}

/**
 * Sets the diner's lines for a phone that knows no events. Nothing is stored after a Refusal: 1997 or 2025 for an item
 * that cannot be added, 400 for one that is out of bounds.
 */
export async function setLines(
  deps: CartDeps,
  who: DinerAtTable,
  menu: MenuIndex,
  detail: WantedOrder,
): Promise<Changed> {
  const diner = await readDiner(deps, who);
  return await storeChanges(
    deps,
    who,
    (log) => draftRequestedChanges(log.view, diner, detail, menu),
    (event, cart) => requireAcceptable(event, cart, menu),
  );
}

/** Sets the guests and the order type of a table, for a phone that knows no events. */
export async function setTableValues(deps: CartDeps, who: DinerAtTable, said: TableValues): Promise<void> {
  if (!hasTableValues(said)) return;
  const diner = await readDiner(deps, who);
  await storeChanges(deps, who, (log) => draftTableValues(log.view, diner, said));
}

/** Clears the table's cart, for a phone that sent no event for it. */
export async function clearTableCart(deps: CartDeps, who: DinerAtTable): Promise<Changed> {
  const { id, name } = await readDiner(deps, who);
  const clear: ServerDraft = {
    userId: id,
    userName: name,
    build: (fields) => createCartCleared(fields, { scope: 'table' }),
  };
  return await storeChanges(deps, who, () => [clear]);
}

async function storeChanges(
  deps: CartDeps,
  { session, versions: { session: version = 0 } }: DinerAtTable,
  draft: (log: SessionLog) => ServerDraft[],
  require: (event: CartEvent, cart: CartState) => void = () => undefined,
): Promise<Changed> {
  const { log, value: accepted } = await decideTogether(deps.db, session.id, version, async (_db, log) => {
    const now = deps.clock.now();
    const created = createServerEvents(log, draft(log), now);
    let cart: CartState = log;
    let { open } = log;
    for (const event of created) {
      const entry = readEntry(event)!;
      const broken = findBrokenBudget(open, entry);
      if (broken !== undefined) throw createCartFullRefusal(broken);
      open = addOpen(open, [entry]);
      require(event, cart);
      cart = appendRecords(cart, [{ t: now, from: 'server', event }]);
    }
    return { log, decided: acceptServerEvents(created), now, value: created.length };
  });
  deps.subscribers.notify('cartEventsDecided', {
    merchantId: session.merchantId,
    sessionId: session.id,
    cart: log,
    accepted,
    rejectedCodes: [],
    isStored: accepted > 0,
  });
  return { log };
}

function createCartFullRefusal(budget: string): Refusal {
  return new Refusal(codes.badRequest, getServerTexts('orders.tooManyChanges'), {
    data: { budget },
  });
}

function requireAcceptable(event: CartEvent, cart: CartState, menu: MenuIndex): void {
  const item = 'item' in event ? event.item : undefined;
  const name = item ? (menu.get(item.productId)?.name ?? item.name ?? '') : '';
  if (!isWithinBounds(event))
    throw new Refusal(codes.badRequest, `body.orderDetail.orderItems: out of bounds: ${name}`);
  if (event.type !== 'itemAdded') return;
  const problem = findItemProblem(event.item, menu);
  if (problem === codes.soldOut) throw new Refusal(problem, getServerTexts('orders.soldOut', { dish: name }));
  if (problem !== undefined) throw new Refusal(problem, getServerTexts('orders.dishChanged', { dish: name }));
  if (!hasRoomFor(cart, event)) throw new Refusal(codes.badRequest, getServerTexts('orders.cartFull'));
}

async function readDiner({ db }: CartDeps, { asker }: DinerAtTable): Promise<Diner> {
  const names = await readDinerNames(db, [asker.userId]);
  return { id: asker.userId, name: names.get(asker.userId) ?? '' };
}
