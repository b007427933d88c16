/**
 * A second calculation of a bill, written from docs/money.md alone. Tests compare the app's bill with it.
 *
 * It imports nothing, so that it shares no fault with the app. Every number is an exact fraction of two whole numbers.
 * The steps have the numbers of the page. It is simple rather than fast.
 */

/** Prices, rates and the discount are decimal text. */
export interface SecondBillInput {
  readonly decimals: number;
  readonly taxes: readonly SecondBillTax[];
  readonly taxIncluded: boolean;
  readonly serviceChargeRate: string;
  readonly serviceTaxed: boolean;
  readonly isToGo: boolean;
  /** Coupons and discounts together. It may be larger than the subtotal. */
  readonly discount: string;
  readonly lines: readonly SecondBillLine[];
  readonly refunds?: readonly SecondBillRefund[];
}

/** An amount of the whole bill, or pieces of a line. Lines are counted from 0. */
export type SecondBillRefund =
  | { readonly amount: string }
  | { readonly line: number; readonly pieces: number };

export interface SecondBillTax {
  readonly id: string;
  readonly name: string;
  readonly rate: string;
  /** Replaces `rate` if the order is to go. */
  readonly toGoRate?: string;
}

export interface SecondBillOption {
  readonly price: string;
  /** An option with a quantity of 0 or less counts nothing. */
  readonly quantity: number;
  /** Undefined: an option has the tax of its dish, a dish the first tax of the list. */
  readonly taxId?: string;
}

export interface SecondBillLine extends SecondBillOption {
  readonly options: readonly SecondBillOption[];
}

/** Every amount is text with exactly the restaurant's decimals. */
export interface SecondBill {
  readonly lines: readonly string[];
  readonly subtotal: string;
  readonly discount: string;
  readonly serviceCharge: string;
  /** One for each rate above 0 with a base, in the order of the list. */
  readonly taxes: readonly {
    readonly id: string;
    readonly name: string;
    readonly rate: string;
    readonly net: string;
    readonly tax: string;
  }[];
  /** What the payer gets back, and by how much the bill shows it: without a tax on top. */
  readonly refunds: readonly { readonly paid: string; readonly shown: string }[];
  readonly total: string;
}

/** The amount that was paid for a part. Without a rate it has no tax. */
interface PaidPart {
  readonly line: number;
  readonly rate: Fraction | undefined;
  readonly amount: Fraction;
}

/** A share of a line with one tax. `tax` is a position in the list of taxes. */
interface Part {
  readonly line: number;
  readonly tax: number;
  readonly amount: Fraction;
}

export function calculateSecondBill(input: SecondBillInput): SecondBill {
  const { decimals, taxes } = input;
  const round = (amount: Fraction) => roundHalfToEven(amount, decimals);
  const write = (amount: Fraction) => writeAmount(amount, decimals);

  /** The position of a tax. The first tax applies to what names no tax of the list. */
  const findTax = (taxId: string | undefined) =>
    Math.max(
      0,
      taxes.findIndex(({ id }) => id === taxId),
    );

  // 1. Line.
  const parts: Part[] = [];
  const lines = input.lines.map((line, n) => {
    const quantity = toFraction(line.quantity);
    const dishTax = findTax(line.taxId);
    const options = line.options
      .filter((option) => option.quantity > 0)
      .map((option) => ({
        tax: findTax(option.taxId ?? line.taxId),
        price: multiply(read(option.price), toFraction(option.quantity)),
      }));

    const each = add(read(line.price), sum(options.map(({ price }) => price)));
    const amount = round(multiply(each, quantity));

    const optionParts = options
      .filter(({ tax }) => tax !== dishTax)
      .map(({ tax, price }) => ({ line: n, tax, amount: round(multiply(price, quantity)) }));
    const rest = subtract(amount, sum(optionParts.map((part) => part.amount)));
    parts.push({ line: n, tax: dishTax, amount: rest }, ...optionParts);
    return amount;
  });

  // 2. Subtotal.
  const subtotal = sum(lines);

  // 3. Discount.
  const discount = chooseSmaller(round(read(input.discount)), subtotal);
  const discounts = spread(
    discount,
    parts.map(({ amount }) => amount),
    round,
  );
  const discounted = parts.map((part, n) => ({ ...part, amount: subtract(part.amount, discounts[n]!) }));

  // 4. Service charge.
  const afterDiscount = subtract(subtotal, discount);
  const serviceCharge = round(multiply(afterDiscount, read(input.serviceChargeRate)));

  // 5. Base of each tax.
  const partBases = taxes.map((_, n) =>
    sum(discounted.filter(({ tax }) => tax === n).map((part) => part.amount)),
  );
  const taxedCharge = input.serviceTaxed ? serviceCharge : zero;
  const charges = partBases.every(isZero)
    ? taxes.map((_, n) => (n === 0 ? taxedCharge : zero))
    : spread(taxedCharge, partBases, round);
  const bases = partBases.map((base, n) => add(base, charges[n]!));

  // 6. Tax.
  const rated = taxes.map((tax, n) => {
    const rate = (input.isToGo ? tax.toGoRate : undefined) ?? tax.rate;
    return { id: tax.id, name: tax.name, rate, base: bases[n]! };
  });
  const used = rated.filter(({ rate, base }) => !isZero(read(rate)) && !isZero(base));
  const isSameRate = (a: string, b: string) => isZero(subtract(read(a), read(b)));
  const firsts = used.filter(({ rate }, n) => used.findIndex((each) => isSameRate(each.rate, rate)) === n);
  const taxLines = firsts.map(({ id, name, rate }) => {
    const base = sum(used.filter((each) => isSameRate(each.rate, rate)).map((each) => each.base));
    const onTop = multiply(base, read(rate));
    const amount = round(input.taxIncluded ? divide(onTop, add(one, read(rate))) : onTop);
    const net = input.taxIncluded ? subtract(base, amount) : base;
    return { id, name, rate, net, amount };
  });

  // 7. Total.
  const withService = add(afterDiscount, serviceCharge);
  const total = input.taxIncluded ? withService : add(withService, sum(taxLines.map(({ amount }) => amount)));

  // 8. Refund.
  const rateOf = ({ tax }: Part) => (isZero(read(rated[tax]!.rate)) ? undefined : read(rated[tax]!.rate));
  const spreadOver = (
    amount: Fraction,
    of: (part: Part, n: number) => boolean,
    amounts: readonly Fraction[],
  ) => {
    const some = discounted.flatMap((part, n) => (of(part, n) ? n : []));
    const shares = spread(
      amount,
      some.map((n) => amounts[n]!),
      round,
    );
    return discounted.map((_, n) => (some.includes(n) ? shares[some.indexOf(n)]! : zero));
  };
  const addEach = (amounts: readonly Fraction[], more: readonly (readonly Fraction[])[]) =>
    amounts.map((amount, n) => add(amount, sum(more.map((each) => each[n]!))));
  const nets = discounted.map(({ amount }) => amount);
  const withCharge = addEach(
    nets,
    input.serviceTaxed
      ? charges.map((charge, tax) => spreadOver(charge, (part) => part.tax === tax, nets))
      : [],
  );
  const withTax = addEach(
    withCharge,
    input.taxIncluded
      ? []
      : taxLines.map(({ rate, amount }) =>
          spreadOver(amount, (part) => isSameRate(rated[part.tax]!.rate, rate), withCharge),
        ),
  );
  const untaxed = input.serviceTaxed ? [] : spreadOver(serviceCharge, () => true, nets);
  let left: readonly PaidPart[] = [
    ...discounted.map((part, n) => ({ line: part.line, rate: rateOf(part), amount: withTax[n]! })),
    ...untaxed.map((amount, n) => ({ line: discounted[n]!.line, rate: undefined, amount })),
  ];
  const pieces = input.lines.map(({ quantity }) => quantity);
  const calculateTax = ({ rate }: { readonly rate: string }) => {
    const gross = sum(
      left.flatMap((part) => (part.rate && isZero(subtract(part.rate, read(rate))) ? part.amount : [])),
    );
    return { gross, amount: round(divide(multiply(gross, read(rate)), add(one, read(rate)))) };
  };
  const sumTaxes = () => sum(taxLines.map((line) => calculateTax(line).amount));
  const refunds = (input.refunds ?? []).map((refund) => {
    const isOf = (line: number) => !('line' in refund) || refund.line === line;
    const own = left.map(({ line, amount }) => (isOf(line) ? amount : zero));
    const amount =
      'line' in refund
        ? round(divide(multiply(sum(own), toFraction(refund.pieces)), toFraction(pieces[refund.line]!)))
        : chooseSmaller(read(refund.amount), sum(own));
    if ('line' in refund) pieces[refund.line]! -= refund.pieces;
    const before = sumTaxes();
    const shares = spread(amount, own, round);
    left = left.map((part, n) => ({ ...part, amount: subtract(part.amount, shares[n]!) }));
    const lessTax = input.taxIncluded ? zero : subtract(before, sumTaxes());
    return { paid: write(amount), shown: write(subtract(amount, lessTax)) };
  });
  const isRefunded = refunds.length > 0;

  return {
    lines: lines.map(write),
    subtotal: write(subtotal),
    discount: write(discount),
    serviceCharge: write(serviceCharge),
    taxes: taxLines
      .map(({ id, name, rate, net, amount }) => {
        const { gross, amount: tax } = isRefunded
          ? calculateTax({ rate })
          : { gross: add(net, amount), amount };
        return { id, name, rate, gross, net: write(subtract(gross, tax)), tax: write(tax) };
      })
      .filter(({ gross }) => !isZero(gross))
      .map(({ gross: _gross, ...line }) => line),
    refunds,
    total: write(isRefunded ? sum(left.map(({ amount }) => amount)) : total),
  };
}

/**
 * Spreads an amount over parts in proportion to them, as in step 3. After part n the parts 1 to n have their rounded
 * share together. Each part has the difference of two such sums, so that nothing is lost.
 */
function spread(
  amount: Fraction,
  parts: readonly Fraction[],
  round: (amount: Fraction) => Fraction,
): readonly Fraction[] {
  const all = sum(parts);
  if (isZero(all)) return parts.map(() => zero);
  const borne = parts.map((_, n) => round(divide(multiply(amount, sum(parts.slice(0, n + 1))), all)));
  return borne.map((share, n) => subtract(share, borne[n - 1] ?? zero));
}

/** `top ÷ bottom`, in lowest terms. The bottom is above 0. */
interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

const zero: Fraction = { top: 0n, bottom: 1n };
const one: Fraction = { top: 1n, bottom: 1n };

function createFraction(top: bigint, bottom: bigint): Fraction {
  // Euclid's greatest common divisor.
  let [divisor, rest] = [bottom, top];
  while (rest !== 0n) [divisor, rest] = [rest, divisor % rest];
  const common = divisor < 0n === bottom < 0n ? divisor : -divisor;
  return { top: top / common, bottom: bottom / common };
}

const toFraction = (count: number) => createFraction(BigInt(count), 1n);
const add = (a: Fraction, b: Fraction) =>
  createFraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
const subtract = (a: Fraction, b: Fraction) => add(a, { top: -b.top, bottom: b.bottom });
const multiply = (a: Fraction, b: Fraction) => createFraction(a.top * b.top, a.bottom * b.bottom);
const divide = (a: Fraction, b: Fraction) => createFraction(a.top * b.bottom, a.bottom * b.top);
const sum = (all: readonly Fraction[]) => all.reduce(add, zero);
const isZero = ({ top }: Fraction) => top === 0n;
const chooseSmaller = (a: Fraction, b: Fraction) => (subtract(a, b).top < 0n ? a : b);

/** Reads decimal text, for example `-12.50`. */
function read(text: string): Fraction {
  const [, sign, digits, decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (digits === undefined) throw new Error(`This is no decimal text: ${text}`);
  const top = BigInt(digits + decimals);
  return createFraction(sign === '-' ? -top : top, 10n ** BigInt(decimals.length));
}

/** Rounds to so many decimals. A half goes to the even neighbour. */
function roundHalfToEven({ top, bottom }: Fraction, decimals: number): Fraction {
  const scale = 10n ** BigInt(decimals);
  const size = top < 0n ? -top : top;
  const down = (size * scale) / bottom;
  const twiceRest = 2n * (size * scale - down * bottom);
  const goesUp = twiceRest > bottom || (twiceRest === bottom && down % 2n === 1n);
  const rounded = goesUp ? down + 1n : down;
  return createFraction(top < 0n ? -rounded : rounded, scale);
}

/** Writes a rounded amount with exactly so many decimals. */
function writeAmount({ top, bottom }: Fraction, decimals: number): string {
  const units = (top * 10n ** BigInt(decimals)) / bottom;
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return units < 0n ? `-${text}` : text;
}
