import { compareText } from '#events/event-id.ts';
import { variantKey } from '#events/item.ts';
import { compareEntries, type LogEntry } from '#events/log.ts';
import type { SnapshotCart, SnapshotLine } from '#events/records.ts';
import type { UserCart } from './cart-view.ts';
import { scopeOf, type Cut, type CutCover } from './cut-cover.ts';
import { isLineEvent, LineGroup, type LineEvent, type PlacedLine } from './line-group.ts';

interface LiveCart {
  readonly groups: Map<string, LineGroup>;
  base: readonly PlacedLine[];
  /** What the pages see; undefined: to be put together again. */
  shown: UserCart | undefined;
}

/** V4, V5: the carts of a table, each a set of groups of lines that never touch each other. */
export class LiveCarts {
  private readonly byUser = new Map<string, LiveCart>();
  private all: readonly UserCart[] | undefined;

  constructor(base: readonly SnapshotCart[], cuts: CutCover) {
    for (const { userId, lines } of base) {
      if (cuts.clearsBaseOf(userId)) continue;
      const cart = this.cartOf(userId);
      cart.base = [...cart.base, ...placed(lines, cart.base.length)];
    }
  }

  insert(userId: string, entry: LogEntry): void {
    const cart = this.cartOf(userId);
    if (this.groupOf(cart, entry).insert(entry)) this.changed(cart);
  }

  remove(entry: LogEntry): void {
    const event = entry.known;
    if (!event || !isLineEvent(event)) return;
    const cart = this.cartOf(event.userId);
    if (this.groupOf(cart, entry).remove((each) => each === entry)) this.changed(cart);
  }

  /** New cuts: what they have seen is void now, and the base in their scope is gone. */
  cut(news: readonly Cut[], cover: CutCover): void {
    for (const [userId, cart] of this.byUser) {
      const inScope = news.some((cut) => (scopeOf(cut) ?? userId) === userId);
      if (!inScope) continue;
      if (cart.base.length > 0) this.dropBase(userId, cart, cover);
      for (const group of cart.groups.values())
        if (group.remove((entry) => cover.voids(entry))) this.changed(cart);
    }
  }

  read(): readonly UserCart[] {
    return (this.all ??= [...this.byUser]
      .map(([userId, cart]) => (cart.shown ??= { userId, lines: linesOf(cart) }))
      .filter(({ lines }) => lines.length > 0)
      .sort((a, b) => compareText(a.userId, b.userId)));
  }

  private dropBase(userId: string, cart: LiveCart, cover: CutCover): void {
    const entries = [...cart.groups.values()]
      .flatMap((group) => group.all())
      .filter((entry) => !cover.voids(entry));
    cart.base = [];
    cart.groups.clear();
    for (const entry of entries.sort(compareEntries)) this.insert(userId, entry);
    this.changed(cart);
  }

  private changed(cart: LiveCart): void {
    cart.shown = undefined;
    this.all = undefined;
  }

  private groupOf(cart: LiveCart, entry: LogEntry): LineGroup {
    const key = variantKey((entry.known as LineEvent).item);
    let group = cart.groups.get(key);
    if (!group) cart.groups.set(key, (group = new LineGroup(baseOf(cart, key))));
    return group;
  }

  private cartOf(userId: string): LiveCart {
    let cart = this.byUser.get(userId);
    if (!cart) this.byUser.set(userId, (cart = { groups: new Map(), base: [], shown: undefined }));
    return cart;
  }
}

/** V4: the lines of a snapshot as the fold starts from them. */
export function placed(lines: readonly SnapshotLine[], offset: number): PlacedLine[] {
  return lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ lineId, aliases = [], item, quantity }, index) => ({
      lineId,
      aliases,
      item,
      quantity,
      fromBase: true,
      baseIndex: offset + index,
      origin: undefined,
    }));
}

function baseOf(cart: LiveCart, key: string): PlacedLine[] {
  return cart.base.filter((line) => variantKey(line.item) === key);
}

/** V6: in order of appearance. Base lines whose group no event has touched stand as they are. */
function linesOf({ base, groups }: LiveCart): readonly PlacedLine[] {
  const lines = [...groups.values()].flatMap((group) => group.lines);
  for (const line of base) if (!groups.has(variantKey(line.item))) lines.push(line);
  return lines.sort(byAppearance);
}

function byAppearance(a: PlacedLine, b: PlacedLine): number {
  if (a.origin && b.origin) return compareEntries(a.origin, b.origin);
  if (!a.origin && !b.origin) return a.baseIndex! - b.baseIndex!;
  return a.origin ? 1 : -1;
}
