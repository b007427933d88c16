/**
 * The work that every library of the engine bench does: the actions of a busy table. Diners add (62 %), remove (22 %),
 * edit notes (10 %), clear the table (1 %) and set the number of guests (5 %). Each diner has one phone and changes their
 * own cart. The same options give the same evening. The evening computes its final carts itself, without any library.
 */
import { createRandom, type Random } from '#dev/simulation/world/random.ts';

/** Two lines with the same `buildLineKey` are one line. */
export interface Line {
  readonly product: string;
  readonly category: string;
  readonly notes: string;
  /** Sorted ids of modifiers. */
  readonly modifiers: readonly string[];
}

export type Change =
  | { readonly kind: 'add'; readonly line: Line; readonly quantity: number }
  | { readonly kind: 'decrease'; readonly line: Line }
  | { readonly kind: 'notes'; readonly line: Line; readonly notes: string }
  | { readonly kind: 'clear' }
  | { readonly kind: 'guests'; readonly guests: number };

export interface Action {
  readonly diner: number;
  /** The number of the action among those of its diner, from 1. */
  readonly seq: number;
  readonly userId: string;
  /** ms, by the phone's clock. */
  readonly at: number;
  readonly change: Change;
  /** `buildLineKey` the line before the change, and with its new notes. Empty if the change has no line or no notes. */
  readonly key: string;
  readonly movedKey: string;
}

/** The pieces of each line, by diner. A diner without lines has no entry. */
export type Carts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Evening {
  readonly diners: number;
  readonly actions: readonly Action[];
  /** From this action on, no phone receives messages. From then on, no diner clears the table or sets the guests. */
  readonly apartFrom: number;
  /** The carts after every phone has every action. */
  readonly carts: Carts;
}

interface EveningOptions {
  readonly seed: string;
  readonly diners: number;
  readonly actions: number;
  readonly apartFrom?: number;
}

type Cart = Map<string, { readonly line: Line; quantity: number }>;

const products = 120;
const start = 1_700_000_000_000;
const notes = 'no onions|sauce on the side|extra crispy|gluten free please|well done|no ice|to share|for the kid|bring it first|no salt|medium rare|extra lime|ohne Zwiebeln|sans gluten|sin picante|辣一点|ネギ抜き|very hot'.split('|'); // prettier-ignore

export function planEvening({ seed, diners, actions: count, apartFrom = count }: EveningOptions): Evening {
  const random = createRandom(seed);
  const carts = Array.from({ length: diners }, (): Cart => new Map());
  const seqs = carts.map(() => 0);
  const actions: Action[] = [];
  let [now, guests] = [start, 0];
  for (let index = 0; index < count; index += 1) {
    now += random.between(1, 1_400);
    const diner = random.drawInt(diners);
    const cart = carts[diner]!;
    const isTogether = index < apartFrom;
    let change = changeOf(random, cart, isTogether);
    if (change.kind === 'clear' && carts.every(({ size }) => size === 0)) change = addOf(random, cart);
    // Each number of guests differs from the last one, so that it is a change.
    if (change.kind === 'guests') change = { kind: 'guests', guests: (guests = (guests % 24) + 1) };
    const key = 'line' in change ? buildLineKey(change.line) : '';
    const movedKey = change.kind === 'notes' ? buildLineKey({ ...change.line, notes: change.notes }) : '';
    const [userId, seq] = [nameUser(diner), (seqs[diner]! += 1)];
    actions.push({ diner, seq, userId, at: now, change, key, movedKey });
    if (change.kind === 'clear') for (const each of carts) each.clear();
    else applyTo(cart, change, key, movedKey);
  }
  const full = [...carts.entries()].filter(([, { size }]) => size > 0);
  const pieces = full.map(([diner, cart]) => [nameUser(diner), Object.fromEntries([...cart].map(getPieces))]);
  return { diners, actions, apartFrom, carts: Object.fromEntries(pieces) as Carts };
}

export function nameUser(diner: number): string {
  return `u${String(diner).padStart(2, '0')}`;
}

export function buildLineKey({ product, category, notes: note, modifiers }: Line): string {
  return `${product}|${category}|${modifiers.join('+')}|${note}`;
}

function getPieces([key, { quantity }]: readonly [string, { readonly quantity: number }]) {
  return [key, quantity] as const;
}

/** Draws a change. In an empty cart it can only be an addition. */
function changeOf(random: Random, cart: Cart, isTogether: boolean): Change {
  const what = random.drawInt(100);
  if (isTogether && what < 1) return { kind: 'clear' };
  if (isTogether && what < 6) return { kind: 'guests', guests: 0 };
  if (cart.size === 0 || what >= 38) return addOf(random, cart);
  const { line } = random.pick([...cart.values()]);
  if (what < 28) return { kind: 'decrease', line };
  const note = random.chance(0.2) ? '' : random.pick(notes);
  if (note !== line.notes) return { kind: 'notes', line, notes: note };
  return { kind: 'notes', line, notes: `${note}!` };
}

function addOf(random: Random, cart: Cart): Change {
  const isAgain = cart.size > 0 && random.chance(0.35);
  const line = isAgain ? random.pick([...cart.values()]).line : drawLine(random);
  return { kind: 'add', line, quantity: random.chance(0.8) ? 1 : 2 };
}

/** Draws a line. Dishes with low numbers are drawn much more often, as real menus have favourites. */
function drawLine(random: Random): Line {
  const dish = Math.floor(random.drawFraction() ** 2 * products);
  const modifiers = new Set(
    Array.from({ length: random.drawInt(4) }, () => `m${(dish + random.drawInt(6)) % 40}`),
  );
  return {
    product: `p${dish}`,
    category: `c${dish % 10}`,
    notes: random.chance(0.15) ? random.pick(notes) : '',
    modifiers: [...modifiers].sort(),
  };
}

function applyTo(cart: Cart, change: Change, key: string, movedKey: string): void {
  const found = cart.get(key);
  if (change.kind === 'add') {
    if (found) found.quantity += change.quantity;
    else cart.set(key, { line: change.line, quantity: change.quantity });
  } else if (change.kind === 'decrease' && found) {
    found.quantity -= 1;
    if (found.quantity === 0) cart.delete(key);
  } else if (change.kind === 'notes' && found) {
    const other = cart.get(movedKey);
    cart.delete(key);
    if (other) other.quantity += found.quantity;
    else cart.set(movedKey, { line: { ...found.line, notes: change.notes }, quantity: found.quantity });
  }
}
