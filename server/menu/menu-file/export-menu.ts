import { Document, Scalar, visit } from 'yaml';
import { listTexts } from '#contract/menu-file/localized.ts';
import { escapeSteering } from '#events/log/plain-text.ts';
import type { Localized, WholeCoupon, WholeMerchant, WholeProduct } from '#server/menu/whole-merchant.ts';

/** Writes a restaurant as a menu file. Importing the file again changes nothing. */
export function exportMenu(whole: WholeMerchant): string {
  return writeFile(toMenuFile(whole));
}

/** Writes only the menu, without settings, tables and coupons. */
export function exportMenuPart(whole: WholeMerchant): string {
  const { merchant: _merchant, tables: _tables, coupons: _coupons, ...menu } = toMenuFile(whole);
  return writeFile(menu);
}

function writeFile(content: object): string {
  const file = new Document(content, { aliasDuplicateObjects: false });
  // The file may be printed to a terminal, so control characters are escaped. YAML has escapes only in double quotes.
  visit(file, {
    Scalar(_key, scalar) {
      const { value } = scalar;
      if (typeof value === 'string' && escapeSteering(value) !== value) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return escapeSteering(file.toString({ lineWidth: 110 }));
}

/** Converts a restaurant to the content of a menu file. Defaults are left out. */
export function toMenuFile(whole: WholeMerchant): Readonly<Record<string, unknown>> {
  return {
    merchant: {
      id: whole.id,
      name: toText(whole.shortName),
      ...describe(whole.desc),
      ...(whole.logo !== undefined && { logo: whole.logo }),
      ...(whole.cover !== undefined && { cover: whole.cover }),
      themeColor: whole.themeColor,
      currency: whole.currency,
      decimals: whole.decimals,
      taxRate: whole.taxRate,
      taxName: toText(whole.taxName),
      ...(whole.taxes && { taxes: whole.taxes.map((tax) => ({ ...tax, name: toText(tax.name) })) }),
      ...(whole.taxIncluded !== undefined && { taxIncluded: whole.taxIncluded }),
      ...(whole.serviceTaxed !== undefined && { serviceTaxed: whole.serviceTaxed }),
      serviceChargeRate: whole.serviceChargeRate,
      guestMode: whole.guestMode,
      orderCodeRequired: whole.orderCodeRequired,
      clearTableCartMinutes: whole.clearTableCartMinutes,
      ...(whole.kitchenTracking !== undefined && { kitchenTracking: whole.kitchenTracking }),
      ...(whole.paidTableMinutes !== undefined && { paidTableMinutes: whole.paidTableMinutes }),
      ...(whole.lineLimit !== undefined && { lineLimit: whole.lineLimit }),
      ...(whole.cashCoin !== undefined && { cashCoin: whole.cashCoin }),
      ...(whole.tips !== undefined && { tips: whole.tips }),
      ...(whole.paymentPage !== undefined && { paymentPage: whole.paymentPage }),
      ...(whole.taxId !== undefined && { taxId: whole.taxId }),
      ...(whole.address && { address: whole.address }),
      ...(whole.receiptFooter && { receiptFooter: whole.receiptFooter }),
      ...(whole.timeZone !== undefined && { timeZone: whole.timeZone }),
      ...(whole.dayEndsAt !== undefined && { dayEndsAt: whole.dayEndsAt }),
      ...(whole.openingHours && { openingHours: whole.openingHours }),
      ...(whole.ordersPerTenMinutes !== undefined && { ordersPerTenMinutes: whole.ordersPerTenMinutes }),
      ...(whole.openingDates && { openingDates: whole.openingDates }),
      ...(whole.waiterLimits && { waiterLimits: whole.waiterLimits }),
      ...(whole.managerLimits && { managerLimits: whole.managerLimits }),
      ...(whole.reasons && { reasons: whole.reasons }),
      ...(whole.guestOrders !== undefined && { guestOrders: whole.guestOrders }),
      ...(whole.holdCourses !== undefined && { holdCourses: whole.holdCourses }),
      ...(whole.drawerPerPerson !== undefined && { drawerPerPerson: whole.drawerPerPerson }),
      ...(whole.phoneCountry !== undefined && { phoneCountry: whole.phoneCountry }),
      ownServer: whole.serverMode === 1,
    },
    tables: whole.tables.map(({ id, name, qrcodeId }) => ({ id, name, qrcode: qrcodeId })),
    coupons: whole.coupons.map(toFileCoupon),
    ...(whole.stations && {
      stations: whole.stations.map((station) => ({ ...station, name: toText(station.name) })),
    }),
    categories: whole.categories.map(({ id, name, aliases, station, tax, course, served, products }) => ({
      id,
      name: toText(name),
      ...(aliases && { aliases }),
      ...(station !== undefined && { station }),
      ...(tax !== undefined && { tax }),
      ...(course !== undefined && { course }),
      ...(served && { served }),
      products: products.map(toFileProduct),
    })),
  };
}

function toFileProduct(product: WholeProduct): object {
  const { id, name, description, price, picture, salesUnitType, unitLabel, modifierGroups } = product;
  return {
    id,
    name: toText(name),
    ...(product.aliases && { aliases: product.aliases }),
    ...describe(description),
    price,
    ...(picture && { picture }),
    ...(salesUnitType === 'weight' && { salesUnitType }),
    ...(unitLabel && { unitLabel: toText(unitLabel) }),
    ...(product.station !== undefined && { station: product.station }),
    ...(product.tax !== undefined && { tax: product.tax }),
    ...(product.allergens.length > 0 && { allergens: product.allergens }),
    ...(product.diets.length > 0 && { diets: product.diets }),
    ...(product.goesWith && { goesWith: product.goesWith }),
    ...(modifierGroups.length > 0 && {
      modifierGroups: modifierGroups.map((group) => ({
        id: group.id,
        name: toText(group.name),
        min: group.min,
        max: group.max,
        modifiers: group.modifiers.map((modifier) => ({ ...modifier, name: toText(modifier.name) })),
      })),
    }),
  };
}

function toFileCoupon(coupon: WholeCoupon): object {
  const { id, name, discountType, discountValue, thresholdAmount, maxDiscountAmount, spans } = coupon;
  return {
    id,
    name: toText(name),
    discount: discountType === 1 ? `${discountValue}%` : discountValue,
    from: thresholdAmount,
    ...(maxDiscountAmount !== null && { atMost: maxDiscountAmount }),
    ...(spans !== undefined && { spans }),
  };
}

/** Returns one text if all languages have the same, or else those that it has. */
function toText(text: Localized): string | Partial<Localized> {
  const texts = Object.values(text);
  const [first = ''] = texts;
  if (texts.every((each) => each === first)) return first;
  return Object.fromEntries(Object.entries(text).filter(([, each]) => each !== ''));
}

function describe(text: Localized): { description?: string | Partial<Localized> } {
  return listTexts(text).length === 0 ? {} : { description: toText(text) };
}
