/**
 * Who pays which part of a bill. Whole coins alone are reckoned with, as fractions of integers: nothing is rounded on
 * the way, so nothing gets lost, and one phone's answer is every phone's.
 *
 * Coins that are left over go by the largest remainder: everybody first gets their exact part rounded down, and the
 * coins that are missing go, one each, to those who lost most by it. So each part is less than a coin off the exact one,
 * the parts add up, and none turns negative by rounding. Of equal remainders the lower user id bears the coin, in whatever
 * order the diners come: two phones that each list themselves first would otherwise show different parts.
 */
import { compareText } from '#events/log/event-id.ts';
import { decimalPlaces, rounded, sum, type Amount } from './money.ts';

export interface BillLine {
  readonly lineId: string;
  /** Who added it. */
  readonly userId: string;
  readonly amount: Amount;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  /** User ids, in any order. */
  readonly diners: readonly string[];
  /** What comes on top for the whole table: service charge, tax, a discount as a negative amount. */
  readonly charges: readonly Amount[];
}

/** Who shares a line, by its id; a line that is not in it is paid by who added it. */
export type Sharing = ReadonlyMap<string, readonly string[]>;

export interface Part {
  readonly userId: string;
  readonly amount: Amount;
}

/** What everybody pays together. */
export function billTotal({ lines, charges }: Pick<Bill, 'lines' | 'charges'>): Amount {
  return sum([...lines.map(({ amount }) => amount), ...charges]);
}

/**
 * Each diner's part, in the diners' order: the own lines, an equal part of each shared one, and the charges in
 * proportion to that (equally where nobody has anything to measure by). Without diners there are no parts.
 *
 * @param places decimals of the least coin, see `coinOf`
 */
export function ownParts(bill: Bill, sharing: Sharing = new Map(), places = decimalPlaces): Part[] {
  const diners = [...new Set(bill.diners)];
  if (diners.length === 0) return [];
  const least = Math.max(decimalPlaces, places);
  const sharers = bill.lines.map((line) => payersOf(line, sharing, diners));
  const denominator = sharers.reduce((common, { length }) => leastCommonMultiple(common, BigInt(length)), 1n);
  const bases = new Map(diners.map((userId) => [userId, 0n]));
  for (const [index, { amount }] of bill.lines.entries()) {
    const payers = sharers[index]!;
    const each = (inCents(amount, least) * denominator) / BigInt(payers.length);
    for (const userId of payers) bases.set(userId, bases.get(userId)! + each);
  }

  const charges = inCents(sum(bill.charges), least);
  const measured = sumOf(diners.map((userId) => atLeastZero(bases.get(userId)!)));
  // Exact cents of a diner: base / denominator + charges × weight / weights, on one denominator.
  const weights = measured === 0n ? BigInt(diners.length) : measured;
  const exact = diners.map((userId) => {
    const base = bases.get(userId)!;
    const weight = measured === 0n ? 1n : atLeastZero(base);
    return { userId, numerator: base * weights + charges * denominator * weight };
  });
  const parts = inWholeCoins(exact, denominator * weights, coinOf(billTotal(bill), places));
  return parts.map(({ userId, cents }) => ({ userId, amount: inDecimals(cents, least) }));
}

/**
 * `total` in equal parts for so many people, the larger ones first; they differ by a coin at most.
 *
 * @param places decimals of the least coin, see `coinOf`
 */
export function equalParts(total: Amount, people: number, places = decimalPlaces): Amount[] {
  if (people < 1) return [];
  const least = Math.max(decimalPlaces, places);
  const coin = coinOf(total, places);
  const { coins, remainder } = wholePart(inCents(total, least), BigInt(people) * coin);
  const larger = Number(remainder / coin);
  return Array.from({ length: people }, (_, index) =>
    inDecimals((coins + (index < larger ? 1n : 0n)) * coin, least),
  );
}

/**
 * Who pays a line: who was chosen, else who added it; of them those who are still there. A line of somebody who has left
 * is everybody's.
 */
export function payersOf(line: BillLine, sharing: Sharing, diners: readonly string[]): readonly string[] {
  const chosen = new Set(sharing.get(line.lineId));
  const present = diners.filter((userId) => chosen.has(userId));
  if (present.length > 0) return present;
  return diners.includes(line.userId) ? [line.userId] : diners;
}

/** Rounds the parts (`numerator / denominator` cents) to whole coins of `coin` cents that add up. */
function inWholeCoins(
  exact: readonly { readonly userId: string; readonly numerator: bigint }[],
  denominator: bigint,
  coin: bigint,
): { readonly userId: string; readonly cents: bigint }[] {
  const whole = denominator * coin;
  const parts = exact.map(({ userId, numerator }) => ({ userId, ...wholePart(numerator, whole) }));
  // Whole in itself: the parts add up to the total, and that is a number of coins.
  const missing = Number(sumOf(parts.map(({ remainder }) => remainder)) / whole);
  const inTurn = [...parts].sort(
    (a, b) => compareWhole(b.remainder, a.remainder) || compareText(a.userId, b.userId),
  );
  for (const part of inTurn.slice(0, missing)) part.coins += 1n;
  return parts.map(({ userId, coins }) => ({ userId, cents: coins * coin }));
}

/** How often `whole` goes into `amount`, rounded down, and what is left (never negative). */
function wholePart(amount: bigint, whole: bigint): { coins: bigint; remainder: bigint } {
  const remainder = ((amount % whole) + whole) % whole;
  return { coins: (amount - remainder) / whole, remainder };
}

/**
 * The least coin in cents: of a currency without cents a whole one, so that nobody is asked for a third of a dollar that
 * does not exist. A total that has cents all the same is split in cents.
 */
function coinOf(total: Amount, places: number): bigint {
  const least = Math.max(decimalPlaces, places);
  const coin = 10n ** BigInt(least - places);
  return inCents(total, least) % coin === 0n ? coin : 1n;
}

/** The last of so many decimals counted in integers: cents, or the thousandths of a dinar. */
function inCents(amount: Amount, places: number): bigint {
  return BigInt(rounded(amount, places).replace('.', ''));
}

function inDecimals(cents: bigint, places: number): Amount {
  const digits = String(cents < 0n ? -cents : cents).padStart(places + 1, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

function compareWhole(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
