/** Converts the amounts of a restaurant after an owner changed the number of decimals of its prices. */
import type { WholeCoupon, WholeMerchant } from '#server/menu/whole-merchant.ts';
import type { Draft, DraftEdit } from '#server/back-office/menu-editor/draft.ts';

/**
 * Writes an amount with this number of decimals: 12.00 with none is 12. Digits other than zero are never dropped, so
 * 12.50 stays 12.5. Text that is not an amount stays as it is.
 */
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
    categories: convertPrices(whole.categories, decimals),
    coupons: whole.coupons.map((coupon) => convertCoupon(coupon, decimals)),
  };
}

function convertCoupon(coupon: WholeCoupon, decimals: number): WholeCoupon {
  const { discountType, discountValue, thresholdAmount, maxDiscountAmount } = coupon;
  return {
    ...coupon,
    discountValue: discountType === 0 ? convertAmount(discountValue, decimals) : discountValue,
    thresholdAmount: convertAmount(thresholdAmount, decimals),
    maxDiscountAmount: maxDiscountAmount === null ? null : convertAmount(maxDiscountAmount, decimals),
  };
}

/** Converts the prices in the draft's edits. Otherwise every edit of a price would conflict with the converted menu. */
export function convertDraftDecimals(
  { edits, scheduled }: Pick<Draft, 'edits' | 'scheduled'>,
  decimals: number,
): Pick<Draft, 'edits' | 'scheduled'> {
  const convertEdit = (each: DraftEdit): DraftEdit => {
    const isPrice = each.path.at(-1) === 'price';
    const convertValue = (given: unknown) =>
      isPrice && typeof given === 'string' ? convertAmount(given, decimals) : convertPrices(given, decimals);
    return { ...each, from: convertValue(each.from), to: convertValue(each.to) };
  };
  return {
    edits: edits.map(convertEdit),
    scheduled: scheduled && { ...scheduled, edits: scheduled.edits.map(convertEdit) },
  };
}

/** Converts every field `price`, at any depth. */
function convertPrices<Value>(value: Value, decimals: number): Value {
  if (Array.isArray(value)) return value.map((each: unknown) => convertPrices(each, decimals)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, each]: [string, unknown]) => [
    name,
    name === 'price' && typeof each === 'string'
      ? convertAmount(each, decimals)
      : convertPrices(each, decimals),
  ]);
  return Object.fromEntries(fields) as Value;
}
