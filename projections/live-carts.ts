import { compareText } from '#events/event-id.ts';
import { areSameVariant, variantKey, type Item } from '#events/item.ts';
import { compareEntries, type LogEntry } from '#events/log.ts';
import type { SnapshotCart, SnapshotLine } from '#events/records.ts';
import type { UserCart } from './cart-view.ts';
import { scopeOf, type Cut, type CutCover } from './cut-cover.ts';
import { byAppearance, isLineEvent, type LineEvent, type Lines, type PlacedLine } from './line-fold.ts';
import { LineGroup } from './line-group.ts';

interface LiveCart {
  readonly userId: string;
  /** By variant. */
  readonly groups: Map<string, LineGroup>;
  /** The group that a line id was last found in: most events name a line that is there already. */
  readonly groupOfLine: Map<string, LineGroup>;
  base: readonly PlacedLine[];
  /** What the pages see; undefined: to be put together from all groups. */
  shown: UserCart | undefined;
  /** The one group that has changed since, and what is shown of it. */
  changed: { readonly group: LineGroup; readonly shown: Lines } | undefined;
}

/** V4, V5: the carts of a table, each a set of groups of lines that never touch each other. */
export class LiveCarts {
  private readonly byUser = new Map<string, LiveCart>();
  /** By user id. */
  private sorted: readonly LiveCart[] = [];
  private all: readonly UserCart[] | undefined;

  /** @param isPlain false for the carts of a checkpoint: those lines were folded from events, and are found like them */
  constructor(base: readonly SnapshotCart[], cuts: CutCover) {
    for (const { userId, lines } of base) {
      if (cuts.clearsBaseOf(userId)) continue;
      const cart = this.cartOf(userId);
      cart.base = [...cart.base, ...placed(lines, cart.base.length)];
    }
  }

  /** Takes line events in, given in total order: each group folds what is new to it once. */
  insert(entries: readonly LogEntry[]): void {
    if (entries.length === 1) {
      const entry = entries[0]!;
      const cart = this.cartOf(entry.known!.userId);
      const group = this.groupOf(cart, entry);
      const { lines } = group;
      if (group.insert(entries)) this.noteChange(cart, group, lines);
      return;
    }
    const arrived = new Map<LineGroup, LiveCart>();
    for (const entry of entries) {
      const cart = this.cartOf(entry.known!.userId);
      const group = this.groupOf(cart, entry);
      if (group.arriving) group.arriving.push(entry);
      else {
        group.arriving = [entry];
        arrived.set(group, cart);
      }
    }
    for (const [group, cart] of arrived) {
      const { arriving, lines } = group;
      group.arriving = undefined;
      if (group.insert(arriving!)) this.noteChange(cart, group, lines);
    }
  }

  remove(entry: LogEntry): void {
    const event = entry.known;
    if (!event || !isLineEvent(event)) return;
    const cart = this.cartOf(event.userId);
    const group = this.groupOf(cart, entry);
    const { lines } = group;
    if (group.remove((each) => each === entry)) this.noteChange(cart, group, lines);
  }

  /** New cuts: what they have seen is void now, and the base in their scope is gone. */
  cut(news: readonly Cut[], cover: CutCover): void {
    for (const cart of this.sorted) {
      const inScope = news.some((cut) => (scopeOf(cut) ?? cart.userId) === cart.userId);
      if (!inScope) continue;
      if (cart.base.length > 0) this.dropBase(cart, cover);
      for (const [key, group] of cart.groups) {
        const { lines } = group;
        if (group.remove((entry) => cover.voids(entry))) this.noteChange(cart, group, lines);
        if (group.isEmpty) cart.groups.delete(key);
      }
      cart.groupOfLine.clear();
    }
  }

  read(): readonly UserCart[] {
    if (this.all) return this.all;
    const all: UserCart[] = [];
    for (const cart of this.sorted) {
      const shown = shownOf(cart);
      if (shown.lines.length > 0) all.push(shown);
    }
    return (this.all = all);
  }

  private dropBase(cart: LiveCart, cover: CutCover): void {
    const entries = [...cart.groups.values()]
      .flatMap((group) => group.all())
      .filter((entry) => !cover.voids(entry));
    cart.base = [];
    cart.groups.clear();
    cart.groupOfLine.clear();
    this.stale(cart);
    if (entries.length > 0) this.insert(entries.sort(compareEntries));
  }

  /** What the change of a group means for what is shown; `before` are its lines as they were. */
  private noteChange(cart: LiveCart, group: LineGroup, before: Lines): void {
    this.all = undefined;
    if (!cart.shown) return;
    if (!cart.changed) cart.changed = { group, shown: before };
    else if (cart.changed.group !== group) this.stale(cart);
  }

  private stale(cart: LiveCart): void {
    cart.shown = undefined;
    cart.changed = undefined;
    this.all = undefined;
  }

  private groupOf(cart: LiveCart, entry: LogEntry): LineGroup {
    const { lineId, item } = entry.known as LineEvent;
    const named = cart.groupOfLine.get(lineId);
    if (named && areSameVariant(named.item, item)) return named;
    const key = variantKey(item);
    let group = cart.groups.get(key);
    if (!group) cart.groups.set(key, (group = new LineGroup(item, baseOf(cart, item))));
    cart.groupOfLine.set(lineId, group);
    return group;
  }

  private cartOf(userId: string): LiveCart {
    let cart = this.byUser.get(userId);
    if (!cart) {
      cart = {
        userId,
        groups: new Map(),
        groupOfLine: new Map(),
        base: [],
        shown: undefined,
        changed: undefined,
      };
      this.byUser.set(userId, cart);
      this.sorted = [...this.sorted, cart].sort((a, b) => compareText(a.userId, b.userId));
    }
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

function baseOf(cart: LiveCart, item: Item): Lines {
  return cart.base.length === 0 ? noLines : cart.base.filter((line) => areSameVariant(line.item, item));
}

const noLines: Lines = [];

/** V6: the cart as it is now; one that did not change is the same object. */
function shownOf(cart: LiveCart): UserCart {
  const { userId, shown, changed } = cart;
  if (shown && !changed) return shown;
  const patched = shown && changed && patch(shown.lines as Lines, changed.shown, changed.group.lines);
  cart.changed = undefined;
  return (cart.shown = { userId, lines: patched ?? linesOf(cart) });
}

/** The lines with those of one group exchanged; undefined when their places have to be found anew. */
function patch(all: Lines, before: Lines, after: Lines): Lines | undefined {
  if (after.length === before.length + 1 && before.every((line, index) => line === after[index])) {
    const made = after.at(-1)!;
    const last = all.at(-1);
    return !last || byAppearance(last, made) < 0 ? [...all, made] : undefined;
  }
  if (after.length !== before.length) return undefined;
  const lines = [...all];
  for (let index = 0; index < before.length; index += 1) {
    const line = before[index]!;
    const by = after[index]!;
    if (by === line) continue;
    const place = all.indexOf(line);
    if (place < 0 || by.origin !== line.origin || by.baseIndex !== line.baseIndex) return undefined;
    lines[place] = by;
  }
  return lines;
}

/** V6: in order of appearance. Base lines whose group no event has touched stand as they are. */
function linesOf({ base, groups }: LiveCart): Lines {
  const lines: PlacedLine[] = [];
  for (const group of groups.values()) for (const line of group.lines) lines.push(line);
  for (const line of base) if (!groups.has(variantKey(line.item))) lines.push(line);
  return lines.sort(byAppearance);
}
