/**
 * Builds the cart and its status for the pages.
 *
 *   CartView (merged events) + names + states of pending events  ─►  TableCart (for the pages)
 *
 * Invariant: a part that did not change is the same object as in the cart before. React then renders only lines that
 * changed. Example: if another diner adds tea, this diner's `DinerCart` and its lines stay the same objects.
 */
import type { Knowledge } from '#events/records/log.ts';
import { haveSameKey, getItemKey } from '#events/item.ts';
import { getLines, type CartLine, type CartView, type UserCart } from '#projections/merge/cart-view.ts';
import { isSameList } from '#projections/merge/timeline.ts';
import { isSaved } from '#sync/log/disk.ts';
import { chooseProtocol } from '#sync/protocols/registry.ts';
import type { PhoneState } from '#sync/state/phone-state.ts';
import type { Present } from '#projections/feed/presence.ts';
import {
  countPieces,
  type CartStatus,
  type DinerCart,
  type LineState,
  type TableCart,
  type TableLine,
} from './table-cart.ts';

/** What `projectCart` needs in addition to the view. */
interface CartFacts {
  readonly entries: Knowledge['entries'];
  /** The diners' names, by user id. */
  readonly names: ReadonlyMap<string, string>;
  /** Ids of own events that the server has neither accepted nor rejected, oldest first. */
  readonly pending: ReadonlySet<string>;
  /** Those of `pending` that are in a request now. */
  readonly sent: ReadonlySet<string>;
  /** Whether an event is on disk, so that it survives a reload or a crash. */
  readonly isSaved: (id: string) => boolean;
  readonly unread?: TableCart['unread'];
}

/**
 * For each diner's cart, the cart of the view from which it was built. The view reuses its unchanged objects. If the source
 * is the same object, the lines need no comparison.
 */
const sources = new WeakMap<DinerCart, UserCart>();

/** Builds the cart of the diner `userId`, from a running engine or from a replayed log. */
export function projectCart(before: TableCart, view: CartView, userId: string, facts: CartFacts): TableCart {
  const { names } = facts;
  let known: ReadonlyMap<string, TableLine> | undefined;
  const carts = view.carts.map((cart) => {
    const mine = cart.userId === userId;
    const userName = names.get(cart.userId) ?? '';
    const last = before.carts.find((each) => each.userId === cart.userId);
    if (last && sources.get(last) === cart && last.userName === userName && last.mine === mine) return last;
    known ??= new Map(before.carts.flatMap(({ lines }) => lines).map((line) => [line.lineId, line]));
    const lines = cart.lines.map((line) =>
      reuseLine(known!.get(line.lineId), { ...pickLineFields(line), userId: cart.userId, mine }),
    );
    const next = reuseCart(last, { userId: cart.userId, userName, mine, lines });
    sources.set(next, cart);
    return next;
  });
  const mineFirst = [...carts.filter((cart) => cart.mine), ...carts.filter((cart) => !cart.mine)];
  const own = getLines(view, userId);
  const next: TableCart = {
    carts: isSameList(before.carts, mineFirst) ? before.carts : mineFirst,
    states: reuseStates(before.states, pickOwnStates(own, collectStates(facts))),
    names,
    guests: view.guests ?? 0,
    isGuestCountCleared: view.guests === 0,
    orderType: view.orderType,
    lastOrderId: view.lastOrderId,
    pending: facts.pending.size,
    quantity: countPieces(view.carts),
    unread: facts.unread,
  };
  return isSame(before, next) ? before : next;
}

/**
 * Builds the cart of a running engine.
 * @param present the diners whose phones sent a beacon. Their names are newer than those in events
 */
export function buildCart(before: TableCart, state: PhoneState, present: readonly Present[] = []): TableCart {
  const { log, merged, names } = state.knowledge;
  const { facts, author } = state;
  // Some servers do not move a guest's dishes at a login. The dishes stay under the guest's id, so that id needs the name.
  const earlier = facts.earlierIds.map((userId) => ({ userId, userName: author.userName ?? '' }));
  return projectCart(before, merged.view, state.facts.log.userId, {
    entries: log.entries,
    names: mergeNames(before.names, names, [...present, ...earlier]),
    pending: log.pending,
    sent: state.outbox.sent,
    isSaved: (id) => isSaved(state, id),
    unread: state.server.unread,
  });
}

type Names = ReadonlyMap<string, string>;

/** Adds the names of `present` to those of events. Returns `before` if the result is the same. */
function mergeNames(
  before: Names,
  ofEvents: Names,
  present: readonly Pick<Present, 'userId' | 'userName'>[],
): Names {
  const named = present.flatMap(({ userId, userName }) => (userName ? [[userId, userName] as const] : []));
  if (named.length === 0) return ofEvents;
  const names = new Map([...ofEvents, ...named]);
  const isSameAsBefore =
    names.size === before.size && [...names].every(([id, name]) => before.get(id) === name);
  return isSameAsBefore ? before : names;
}

/** Translates the engine's `Reach` into the network state that the pages show. */
const networks = {
  answered: 'online',
  silent: 'offline',
  unreadable: 'unreadable',
  failing: 'failing',
} as const;

/**
 * Builds the status of connection and storage. Returns `before` if nothing changed.
 * @param isDurable the storage is the browser's database, not memory
 */
export function buildStatus(
  before: CartStatus | undefined,
  { server, disk }: PhoneState,
  isDurable: boolean,
): CartStatus {
  const network = networks[server.reach];
  const storage = disk.inMemory || !isDurable ? 'memoryOnly' : 'durable';
  const { isLoaded: loaded, restoredAt } = server;
  const mayLeaveOut = chooseProtocol({ server }).canLeaveOutLines;
  const next = { network, storage, loaded, restoredAt, mayLeaveOut } as const;
  const keys = Object.keys(next) as (keyof CartStatus)[];
  return before && keys.every((key) => before[key] === next[key]) ? before : next;
}

type StateMap = TableCart['states'];

/**
 * Returns the state of the last pending event that changed each line. The keys are line ids and item keys. The merge may
 * show the event's item in a line with another id.
 */
function collectStates({ entries, pending, sent, isSaved }: CartFacts): StateMap {
  const states = new Map<string, LineState>();
  for (const id of pending) {
    const event = entries.get(id)?.upcast;
    if (event?.type !== 'itemAdded' && event?.type !== 'itemDecreased' && event?.type !== 'notesEdited')
      continue;
    const state: LineState = sent.has(id) ? 'sent' : isSaved(id) ? 'onThisPhone' : 'beingSaved';
    states.set(event.lineId, state);
    states.set(
      getItemKey(event.type === 'notesEdited' ? { ...event.item, notes: event.notes } : event.item),
      state,
    );
  }
  return states;
}

/** Returns the states of the diner's own lines by line id. Merged lines are found by their aliases or their item. */
function pickOwnStates(own: readonly CartLine[], states: StateMap): StateMap {
  const found = new Map<string, LineState>();
  if (states.size === 0) return found;
  for (const { lineId, aliases, item } of own) {
    const known = [lineId, ...aliases, getItemKey(item)].find((key) => states.has(key));
    if (known !== undefined) found.set(lineId, states.get(known)!);
  }
  return found;
}

function reuseStates(before: StateMap, next: StateMap): StateMap {
  return before.size === next.size && [...next].every(([id, state]) => before.get(id) === state)
    ? before
    : next;
}

function pickLineFields({ lineId, aliases, item, quantity }: CartLine) {
  return { lineId, aliases, item, quantity };
}

function reuseLine(before: TableLine | undefined, next: TableLine): TableLine {
  const unchanged =
    before &&
    before.userId === next.userId &&
    before.quantity === next.quantity &&
    before.mine === next.mine &&
    before.aliases.length === next.aliases.length &&
    haveSameKey(before.item, next.item);
  return unchanged ? before : next;
}

function reuseCart(before: DinerCart | undefined, next: DinerCart): DinerCart {
  const unchanged =
    before &&
    before.userName === next.userName &&
    before.mine === next.mine &&
    isSameList(before.lines, next.lines);
  return unchanged ? before : next;
}

function isSame(a: TableCart, b: TableCart): boolean {
  return (
    a.carts === b.carts &&
    a.states === b.states &&
    a.names === b.names &&
    a.guests === b.guests &&
    a.isGuestCountCleared === b.isGuestCountCleared &&
    a.orderType === b.orderType &&
    a.lastOrderId === b.lastOrderId &&
    a.pending === b.pending &&
    a.quantity === b.quantity &&
    a.unread === b.unread
  );
}
