import { integersOf } from './random.ts';
import { lineKey, type Line, type Operation } from './records.ts';
import type { CausalView } from './causal-view.ts';

const notes: readonly string[] = [
  'no onions',
  'sauce on the side',
  'extra crispy',
  'gluten free please',
  'well done',
  'no ice',
  'to share',
  'for the kid',
  'bring it first',
  'no salt',
  'medium rare',
  'extra lime',
  'ohne Zwiebeln',
  'sans gluten',
  'sin picante',
  '辣一点',
  'ネギ抜き',
  'zonder ui',
  'senza glutine',
  'allergic to nuts!',
  'cut in half',
  'dressing apart',
  'very hot',
  'with two spoons',
];

/** Of a hundred actions; the rest are adds. */
const share = { clear: 1, value: 5, decrease: 22, notes: 10, all: 100 };

const products = 120;

/** What diners want next, from one stream of random numbers: a menu by popularity, and a mix of actions. */
export function wishesFrom(random: () => number) {
  const integer = integersOf(random);
  const menu = menuFrom(random);
  const reach: number[] = [];
  let all = 0;
  for (let index = 0; index < menu.length; index += 1) reach.push((all += 1 / (index + 3)));
  const order = menu.map((_, index) => index);
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = integer(index + 1);
    [order[index], order[other]] = [order[other]!, order[index]!];
  }

  const popular = () => {
    const place = random() * all;
    let low = 0;
    let high = reach.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (reach[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return menu[order[low]!]!;
  };
  const newNotes = () =>
    random() < 0.03 ? `table ${1 + integer(40)}, seat ${1 + integer(12)}` : notes[integer(notes.length)]!;
  const newLine = (): Line => {
    const { product, category, offers } = popular();
    const wanted = Math.min(offers.length, integer(4));
    const modifiers = new Set<string>();
    while (modifiers.size < wanted) modifiers.add(offers[integer(offers.length)]!);
    return {
      product,
      category,
      notes: random() < 0.15 ? newNotes() : '',
      modifiers: [...modifiers].sort(),
    };
  };

  /** The next action of a diner who sees this. */
  return (view: CausalView, userId: string, seen: Uint32Array): Operation => {
    const cart = view.carts.get(userId);
    const someLine = () => [...cart!.values()][integer(cart!.size)]!.line;
    let left = random() * share.all;
    if ((left -= share.clear) < 0) return { kind: 'clear', seen: seen.slice() };
    if ((left -= share.value) < 0)
      return random() < 0.7
        ? { kind: 'guests', guests: 1 + integer(24) }
        : { kind: 'orderType', orderType: integer(3) };
    if ((left -= share.decrease) < 0 && cart?.size) return { kind: 'decrease', line: someLine() };
    if (left >= 0 && (left -= share.notes) < 0 && cart?.size) {
      const line = someLine();
      const wish = random() < 0.2 ? '' : newNotes();
      const other = line.notes ? '' : 'no onions';
      return { kind: 'notes', line, notes: wish === line.notes ? other : wish };
    }
    const line = cart?.size && random() < 0.35 ? someLine() : newLine();
    return { kind: 'add', line, quantity: random() < 0.75 ? 1 : 2 + integer(2) };
  };
}

/** The keys that a record names. */
export function keysOf(operation: Operation): { key: string; movedKey: string } {
  if (!('line' in operation)) return { key: '', movedKey: '' };
  const { line } = operation;
  const moved = operation.kind === 'notes' ? lineKey({ ...line, notes: operation.notes }) : '';
  return { key: lineKey(line), movedKey: moved };
}

function menuFrom(random: () => number) {
  const integer = integersOf(random);
  return Array.from({ length: products }, (_, index) => {
    const offers = Array.from({ length: integer(7) }, () => `m${padded(integer(60), 2)}`);
    return {
      product: `p${padded(index, 3)}`,
      category: `c${padded(Math.floor(index / 12), 2)}`,
      offers: [...new Set(offers)].sort(),
    };
  });
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
