/** CX27: the amounts of a restaurant when its prices get more or fewer decimals. */
import { mistake, type Mistake, type Path } from '#contract/menu-file/mistake.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { WholeCoupon, WholeMerchant } from '#server/menu/whole-merchant.ts';
import type { Draft, DraftEdit } from '#server/back-office/menu-editor/draft.ts';

/** 12.00 is 12 without decimals; what has other digits there keeps them, and what is no amount stays. */
export function convertAmount(amount: string, decimals: number): string {
  const [, whole, digits = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined) return amount;
  const places = digits.replace(/0+$/, '').padEnd(decimals, '0');
  return places === '' ? whole : `${whole}.${places}`;
}

export function convertDecimals(whole: WholeMerchant, decimals: number): WholeMerchant {
  const { lineLimit } = whole;
  return {
    ...whole,
    decimals,
    ...(lineLimit !== undefined && { lineLimit: convertAmount(lineLimit, decimals) }),
    categories: pricesIn(whole.categories, decimals),
    coupons: whole.coupons.map((coupon) => couponIn(coupon, decimals)),
  };
}

function couponIn(coupon: WholeCoupon, decimals: number): WholeCoupon {
  const { discountType, discountValue, thresholdAmount, maxDiscountAmount } = coupon;
  return {
    ...coupon,
    discountValue: discountType === 0 ? convertAmount(discountValue, decimals) : discountValue,
    thresholdAmount: convertAmount(thresholdAmount, decimals),
    maxDiscountAmount: maxDiscountAmount === null ? null : convertAmount(maxDiscountAmount, decimals),
  };
}

/** The draft's edits are of the same prices, and would cross all of them. */
export function convertDraftDecimals(
  { edits, scheduled }: Pick<Draft, 'edits' | 'scheduled'>,
  decimals: number,
): Pick<Draft, 'edits' | 'scheduled'> {
  const changed = (each: DraftEdit): DraftEdit => {
    const isPrice = each.path.at(-1) === 'price';
    const value = (given: unknown) =>
      isPrice && typeof given === 'string' ? convertAmount(given, decimals) : pricesIn(given, decimals);
    return { ...each, from: value(each.from), to: value(each.to) };
  };
  return {
    edits: edits.map(changed),
    scheduled: scheduled && { ...scheduled, edits: scheduled.edits.map(changed) },
  };
}

/** With every `price` in it, however deep. */
function pricesIn<Value>(value: Value, decimals: number): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => pricesIn(each, decimals)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]: [string, unknown]) => [
    name,
    name === 'price' && typeof each === 'string' ? convertAmount(each, decimals) : pricesIn(each, decimals),
  ]);
  return Object.fromEntries(fields) as Value;
}

/** So many are named. */
const most = 5;

interface Priced extends Pick<WholeMerchant, 'categories'> {
  readonly coupons: readonly Pick<WholeCoupon, 'name'>[];
}

/** What stands against fewer decimals, as one mistake of theirs that names the dishes and coupons. */
export function nameFinePrices(
  mistakes: readonly Mistake[],
  { categories, coupons }: Priced,
  language: LanguageCode,
): Mistake[] {
  const nameAt = ([list, at, , dishAt]: Path): string | undefined => {
    const dish = list === 'categories' ? categories[Number(at)]?.products[Number(dishAt)] : undefined;
    return (list === 'coupons' ? coupons[Number(at)] : dish)?.name[language];
  };
  const fine = mistakes.filter(({ path, code }) => code === 'tooFine' && nameAt(path) !== undefined);
  if (fine.length === 0) return [...mistakes];
  const names = [...new Set(fine.map(({ path }) => nameAt(path)!))];
  const shown = [...names.slice(0, most), ...(names.length > most ? ['…'] : [])];
  const join = new Intl.ListFormat(language, { type: 'unit' });
  const named = mistake(['merchant', 'decimals'], 'finerPrices', { names: join.format(shown) });
  return [named, ...mistakes.filter((each) => !fine.includes(each))];
}
