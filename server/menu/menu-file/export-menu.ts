import { Document, Scalar, visit } from 'yaml';
import { escapeSteering } from '#events/log/plain-text.ts';
import type { Localized, WholeCoupon, WholeMerchant, WholeProduct } from '#server/menu/whole-merchant.ts';

/** A restaurant as the menu file that makes it: imported again it changes nothing. */
export function exportMenu(whole: WholeMerchant): string {
  const file = new Document(menuFileOf(whole), { aliasDuplicateObjects: false });
  // It may be printed to a terminal. Only between double quotes does YAML know escapes.
  visit(file, {
    Scalar(_key, scalar) {
      const { value } = scalar;
      if (typeof value === 'string' && escapeSteering(value) !== value) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeSteering(file.toString({ lineWidth: 110 }));
}

/** What stands in such a file. */
export function menuFileOf(whole: WholeMerchant): object {
  return {
    merchant: {
      id: whole.id,
      name: words(whole.shortName),
      ...described(whole.desc),
      ...(whole.logo !== undefined && { logo: whole.logo }),
      themeColor: whole.themeColor,
      currency: whole.currency,
      decimals: whole.decimals,
      taxRate: whole.taxRate,
      taxName: words(whole.taxName),
      serviceChargeRate: whole.serviceChargeRate,
      guestMode: whole.guestMode,
      orderCodeRequired: whole.orderCodeRequired,
      clearTableCartMinutes: whole.clearTableCartMinutes,
      ...(whole.kitchenTracking !== undefined && { kitchenTracking: whole.kitchenTracking }),
      ...(whole.paidTableMinutes !== undefined && { paidTableMinutes: whole.paidTableMinutes }),
      ...(whole.lineLimit !== undefined && { lineLimit: whole.lineLimit }),
      ...(whole.tips !== undefined && { tips: whole.tips }),
      ...(whole.paymentPage !== undefined && { paymentPage: whole.paymentPage }),
      ...(whole.timeZone !== undefined && { timeZone: whole.timeZone }),
      ...(whole.dayEndsAt !== undefined && { dayEndsAt: whole.dayEndsAt }),
      ownServer: whole.serverMode === 1,
    },
    tables: whole.tables.map(({ id, name, qrcodeId }) => ({ id, name, qrcode: qrcodeId })),
    coupons: whole.coupons.map(couponOf),
    ...(whole.stations && {
      stations: whole.stations.map((station) => ({ ...station, name: words(station.name) })),
    }),
    categories: whole.categories.map(({ id, name, aliases, station, served, products }) => ({
      id,
      name: words(name),
      ...(aliases && { aliases }),
      ...(station !== undefined && { station }),
      ...(served && { served }),
      products: products.map(productOf),
    })),
  };
}

function productOf(product: WholeProduct): object {
  const { id, name, description, price, picture, salesUnitType, unitLabel, modifierGroups } = product;
  return {
    id,
    name: words(name),
    ...(product.aliases && { aliases: product.aliases }),
    ...described(description),
    price,
    ...(picture && { picture }),
    ...(salesUnitType === 'weight' && { salesUnitType }),
    ...(unitLabel && { unitLabel: words(unitLabel) }),
    ...(product.station !== undefined && { station: product.station }),
    ...(product.allergens.length > 0 && { allergens: product.allergens }),
    ...(product.diets.length > 0 && { diets: product.diets }),
    ...(modifierGroups.length > 0 && {
      modifierGroups: modifierGroups.map((group) => ({
        id: group.id,
        name: words(group.name),
        min: group.min,
        max: group.max,
        modifiers: group.modifiers.map((modifier) => ({ ...modifier, name: words(modifier.name) })),
      })),
    }),
  };
}

function couponOf(coupon: WholeCoupon): object {
  const { id, name, discountType, discountValue, thresholdAmount, maxDiscountAmount, spans } = coupon;
  return {
    id,
    name: words(name),
    discount: discountType === 1 ? `${discountValue}%` : discountValue,
    from: thresholdAmount,
    ...(maxDiscountAmount !== null && { atMost: maxDiscountAmount }),
    ...(spans !== undefined && { spans }),
  };
}

/** One text where both languages have the same. */
function words(text: Localized): string | Localized {
  return text['en-US'] === text['zh-TW'] ? text['en-US'] : text;
}

function described(text: Localized): { description?: string | Localized } {
  return text['en-US'] === '' && text['zh-TW'] === '' ? {} : { description: words(text) };
}
