/**
 * The merge rules of the shared cart, rule by rule: what a diner sees is a pure function of what is known.
 * This is the plain reading; nothing here is clever.
 */
import { compareText } from '#events/event-id.ts';
import type { ItemAdded } from '#events/item-added.ts';
import type { ItemDecreased } from '#events/item-decreased.ts';
import { itemKey, variantKey, type Item } from '#events/item.ts';
import { compareEntries, type Knowledge, type Learnt, type LogEntry } from '#events/log.ts';
import type { NotesEdited } from '#events/notes-edited.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import { isCut, type Cut } from './cut-cover.ts';
import { knownEvents } from './known.ts';
import { isLineEvent } from './line-fold.ts';
import { isOlder } from './value-stamps.ts';

export interface CartLine {
  readonly lineId: string;
  /** Other ids that find this line. */
  readonly aliases: readonly string[];
  readonly item: Item;
  /** Sales units, ≥ 1. */
  readonly quantity: number;
  /** The line stood in a plain server's snapshot (V4). */
  readonly fromBase: boolean;
}

export interface UserCart {
  readonly userId: string;
  /** In order of appearance. */
  readonly lines: readonly CartLine[];
}

/** V6 */
export interface CartView {
  readonly known: VersionVector;
  /** Ids of the events that do not show yet because something before them is missing. */
  readonly waiting: readonly string[];
  /** null: never set; 0: set to none. */
  readonly guests: number | null;
  readonly orderType: number | null;
  readonly lastOrderId: string | null;
  /** In order of user id, without empty carts. */
  readonly carts: readonly UserCart[];
}

export const emptyView: CartView = {
  known: {},
  waiting: [],
  guests: null,
  orderType: null,
  lastOrderId: null,
  carts: [],
};

type LineEvent = ItemAdded | ItemDecreased | NotesEdited;

interface MutableLine {
  lineId: string;
  aliases: string[];
  item: Item;
  quantity: number;
  fromBase: boolean;
}

type MutableCarts = Map<string, MutableLine[]>;

/** What is known, merged; immutable. */
export interface Merged {
  readonly view: CartView;
}

/** V1–V6: from everything that is known. */
export function merged(knowledge: Knowledge): Merged {
  return { view: cartView(knowledge) };
}

/** G1: goes on from what was merged before; `knowledge` has the news already. */
export function learnt(before: Merged, knowledge: Knowledge, news: Learnt): Merged {
  if (!news.snapshot && news.rejected.length === 0 && news.entries.length === 0) return before;
  return merged(knowledge);
}

/** V1–V6: the view of everything that is known. */
export function cartView(knowledge: Knowledge): CartView {
  const { known, live, waiting } = knownEvents(knowledge);
  const ordered = [...live].sort(compareEntries);
  const cuts = ordered.filter(({ known: event }) => event && isCut(event)).map((entry) => entry.known as Cut);
  const carts = baseCarts(knowledge, cuts);
  const { snapshot } = knowledge;
  let guests = snapshot?.guests ?? null;
  let orderType = snapshot?.orderType ?? null;
  let lastOrderId = snapshot?.lastOrderId ?? null;

  for (const entry of ordered) {
    const event = entry.known;
    switch (event?.type) {
      case 'itemAdded':
      case 'itemDecreased':
      case 'notesEdited':
        if (!isVoid(entry, event.userId, cuts)) foldLineEvent(carts, event);
        break;
      case 'guestsSet':
        if (!isOlder(entry, snapshot?.guestsAt)) guests = event.guests;
        break;
      case 'orderTypeSet':
        if (!isOlder(entry, snapshot?.orderTypeAt)) orderType = event.orderType;
        break;
      case 'orderPlaced':
        if (!isOlder(entry, snapshot?.lastOrderAt)) lastOrderId = event.orderId;
        break;
      case 'cartCleared':
      case undefined:
        break;
      default:
        event satisfies never;
    }
  }

  return {
    known,
    waiting,
    guests,
    orderType,
    lastOrderId,
    carts: [...carts]
      .filter(([, lines]) => lines.length > 0)
      .sort(([a], [b]) => compareText(a, b))
      .map(([userId, lines]) => ({ userId, lines })),
  };
}

/** The view as seen with the snapshot of a cut: only what `cut` names is known (O1). */
export function viewOfCut(knowledge: Knowledge, cut: VersionVector): CartView {
  const entries = new Map(
    [...knowledge.entries].filter(([, entry]) => entry.seq <= reach(cut, entry.replicaId)),
  );
  return cartView({ ...knowledge, entries });
}

function inScope(cut: Cut, userId: string): boolean {
  return cut.type === 'orderPlaced' || cut.scope === 'table' || cut.userId === userId;
}

/** V3: where the cut sorts in the total order plays no part. */
export function isVoid(entry: LogEntry, userId: string, cuts: readonly Cut[]): boolean {
  return cuts.some(
    (cut) =>
      reach(cut.seen, entry.replicaId) >= entry.seq &&
      inScope(cut, userId) &&
      !(cut.type === 'orderPlaced' && cut.kept?.includes(entry.event.id)),
  );
}

/** V4: the snapshot has an event of that cart which the cut had not seen. */
export function isNewer({ covers, entries }: Knowledge, userId: string, cut: Cut): boolean {
  for (const { known, replicaId, seq } of entries.values()) {
    const isOfCart = known && isLineEvent(known) && known.userId === userId;
    if (isOfCart && seq <= reach(covers, replicaId) && seq > reach(cut.seen, replicaId)) return true;
  }
  return false;
}

/** V4 */
function baseCarts(knowledge: Knowledge, cuts: readonly Cut[]): MutableCarts {
  const { snapshot } = knowledge;
  const carts: MutableCarts = new Map();
  for (const { userId, lines } of snapshot?.userCarts ?? []) {
    if (cuts.some((cut) => inScope(cut, userId) && !isNewer(knowledge, userId, cut))) continue;
    const cart = cartOf(carts, userId);
    for (const { lineId, aliases = [], item, quantity } of lines)
      if (quantity > 0) cart.push({ lineId, aliases: [...aliases], item, quantity, fromBase: true });
  }
  return carts;
}

/** V5: touches the cart of the event's own user alone. */
function foldLineEvent(carts: MutableCarts, event: LineEvent): void {
  const lines = cartOf(carts, event.userId);
  const line = findLine(lines, event);
  switch (event.type) {
    case 'itemAdded': {
      const { lineId, item, quantity } = event;
      if (!line) lines.push({ lineId, aliases: [], item, quantity, fromBase: false });
      else {
        line.quantity += quantity;
        addIds(line, [lineId]);
      }
      break;
    }
    case 'itemDecreased':
      if (!line) break;
      line.quantity -= event.quantity;
      if (line.quantity <= 0) lines.splice(lines.indexOf(line), 1);
      break;
    case 'notesEdited': {
      if (!line) break;
      const item = { ...line.item, notes: event.notes };
      const key = itemKey(item);
      const other = lines.find((each) => each !== line && itemKey(each.item) === key);
      if (!other) line.item = item;
      else {
        other.quantity += line.quantity;
        addIds(other, [line.lineId, ...line.aliases]);
        lines.splice(lines.indexOf(line), 1);
      }
      break;
    }
    default:
      event satisfies never;
  }
}

/** V5: by id (if product, category and modifiers agree), else by key. */
function findLine(lines: readonly MutableLine[], event: LineEvent): MutableLine | undefined {
  const variant = variantKey(event.item);
  const byId = lines.find((line) => bears(line, event.lineId) && variantKey(line.item) === variant);
  if (byId) return byId;
  const key = itemKey(event.item);
  // A line that was cleared and added again is another line: taking away looks only among the base's.
  return lines.find((line) => (event.type === 'itemAdded' || line.fromBase) && itemKey(line.item) === key);
}

function bears(line: MutableLine, lineId: string): boolean {
  return line.lineId === lineId || line.aliases.includes(lineId);
}

function addIds(line: MutableLine, ids: readonly string[]): void {
  for (const id of ids) if (!bears(line, id)) line.aliases.push(id);
}

function cartOf(carts: MutableCarts, userId: string): MutableLine[] {
  let lines = carts.get(userId);
  if (!lines) carts.set(userId, (lines = []));
  return lines;
}
