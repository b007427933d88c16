/**
 * Splits a bill between diners.
 *
 * Amounts are calculated as fractions of integers, so nothing is lost to rounding and all phones get the same result.
 * Only the last step rounds to whole coins, by the largest remainder:
 *
 *   10.00 for three:   exact   3.333…   3.333…   3.333…
 *                      down    3.33     3.33     3.33     one cent is missing
 *                      result  3.34     3.33     3.33     of equal remainders, the lowest user id pays it
 *
 * So each part differs from the exact one by less than a coin, the parts add up to the total, and rounding makes no
 * part negative. The order of the diners does not matter, because each phone lists its own diner first.
 */
import { compareText } from '#events/log/event-id.ts';
import { countPlaces, roundAmount, sum, type Amount } from './money.ts';

export interface BillLine {
  readonly lineId: string;
  /** The diner who added it. */
  readonly userId: string;
  readonly amount: Amount;
}

export interface Bill {
  readonly lines: readonly BillLine[];
  /** User ids, in any order. */
  readonly diners: readonly string[];
  /** Amounts for the whole table: service charge, tax, a discount as a negative amount. */
  readonly charges: readonly Amount[];
}

/** The diners who share a line, by the line's id. A line without an entry is paid by the diner who added it. */
export type Sharing = ReadonlyMap<string, readonly string[]>;

export interface Part {
  readonly userId: string;
  readonly amount: Amount;
}

/** Returns what all diners pay together. */
export function calculateBillTotal({ lines, charges }: Pick<Bill, 'lines' | 'charges'>): Amount {
  return sum([...lines.map(({ amount }) => amount), ...charges]);
}

/**
 * Returns each diner's part, in the order of `bill.diners`: the own lines, an equal part of each shared line, and
 * charges in proportion to that. If no diner has any lines, charges are split equally. Without diners there are no
 * parts.
 *
 * @param coinPlaces decimals of the smallest coin, if they are fewer than those of the bill
 */
export function splitIntoOwnParts(bill: Bill, sharing: Sharing = new Map(), coinPlaces = 3): Part[] {
  const diners = [...new Set(bill.diners)];
  if (diners.length === 0) return [];
  const places = countPlaces(...bill.lines.map(({ amount }) => amount), ...bill.charges);
  const sharers = bill.lines.map((line) => listPayers(line, sharing, diners));
  const denominator = sharers.reduce((common, { length }) => leastCommonMultiple(common, BigInt(length)), 1n);
  const bases = new Map(diners.map((userId) => [userId, 0n]));
  for (const [index, { amount }] of bill.lines.entries()) {
    const payers = sharers[index]!;
    const each = (toCents(amount, places) * denominator) / BigInt(payers.length);
    for (const userId of payers) bases.set(userId, bases.get(userId)! + each);
  }

  const charges = toCents(sum(bill.charges), places);
  const measured = sumOf(diners.map((userId) => clampToZero(bases.get(userId)!)));
  // The exact part in cents is base / denominator + charges × weight / weights, here on one common denominator.
  const weights = measured === 0n ? BigInt(diners.length) : measured;
  const exact = diners.map((userId) => {
    const base = bases.get(userId)!;
    const weight = measured === 0n ? 1n : clampToZero(base);
    return { userId, numerator: base * weights + charges * denominator * weight };
  });
  const parts = roundToCoins(
    exact,
    denominator * weights,
    chooseCoin(calculateBillTotal(bill), places, coinPlaces),
  );
  return parts.map(({ userId, cents }) => ({ userId, amount: toDecimals(cents, places) }));
}

/**
 * Splits `total` into equal parts, larger ones first. They differ by at most one coin.
 *
 * @param coinPlaces decimals of the smallest coin, if they are fewer than those of the total
 */
export function splitEqually(total: Amount, people: number, coinPlaces = 3): Amount[] {
  if (people < 1) return [];
  const places = countPlaces(total);
  const coin = chooseCoin(total, places, coinPlaces);
  const { coins, remainder } = divideWhole(toCents(total, places), BigInt(people) * coin);
  const larger = Number(remainder / coin);
  return Array.from({ length: people }, (_, index) =>
    toDecimals((coins + (index < larger ? 1n : 0n)) * coin, places),
  );
}

/**
 * Returns who pays a line: those of the chosen diners who are still at the table, or else the diner who added it. If
 * that diner has left, everybody pays.
 */
export function listPayers(line: BillLine, sharing: Sharing, diners: readonly string[]): readonly string[] {
  const chosen = new Set(sharing.get(line.lineId));
  const present = diners.filter((userId) => chosen.has(userId));
  if (present.length > 0) return present;
  return diners.includes(line.userId) ? [line.userId] : diners;
}

/** Rounds parts of `numerator / denominator` cents to whole coins of `coin` cents, so that they still add up. */
function roundToCoins(
  exact: readonly { readonly userId: string; readonly numerator: bigint }[],
  denominator: bigint,
  coin: bigint,
): { readonly userId: string; readonly cents: bigint }[] {
  const whole = denominator * coin;
  const parts = exact.map(({ userId, numerator }) => ({ userId, ...divideWhole(numerator, whole) }));
  // This divides without remainder: the parts add up to the total, which is a number of coins.
  const missing = Number(sumOf(parts.map(({ remainder }) => remainder)) / whole);
  const inTurn = [...parts].sort(
    (a, b) => compareWhole(b.remainder, a.remainder) || compareText(a.userId, b.userId),
  );
  for (const part of inTurn.slice(0, missing)) part.coins += 1n;
  return parts.map(({ userId, coins }) => ({ userId, cents: coins * coin }));
}

/** Returns how often `whole` fits into `amount`, rounded down, and the remainder, which is never negative. */
function divideWhole(amount: bigint, whole: bigint): { coins: bigint; remainder: bigint } {
  const remainder = ((amount % whole) + whole) % whole;
  return { coins: (amount - remainder) / whole, remainder };
}

/**
 * Returns the smallest coin in cents. In a currency without cents it is a whole unit, so that nobody has to pay a third
 * of a dollar. A total that has cents anyway is split in cents.
 */
function chooseCoin(total: Amount, places: number, coinPlaces: number): bigint {
  const coin = 10n ** BigInt(Math.max(0, places - coinPlaces));
  return toCents(total, places) % coin === 0n ? coin : 1n;
}

/** Returns the amount in units of its last decimal: cents, or the thousandths of a dinar. */
function toCents(amount: Amount, places: number): bigint {
  return BigInt(roundAmount(amount, places).replace('.', ''));
}

function toDecimals(cents: bigint, places: number): Amount {
  const digits = String(cents < 0n ? -cents : cents).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${cents < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`;
}

function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function clampToZero(value: bigint): bigint {
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
