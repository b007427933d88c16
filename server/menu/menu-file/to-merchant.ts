import type {
  Station,
  StoredTax,
  WholeCoupon,
  WholeMerchant,
  WholeModifierGroup,
  WholeProduct,
  WholeTable,
} from '#server/menu/whole-merchant.ts';
import type { OpeningDate } from '#contract/menu-file/opening.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { createTexts } from '#contract/menu-file/localized.ts';
import { createIdByPlace, type MenuFile } from '#contract/menu-file/menu-file-schema.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import {
  findCover,
  findDishPicture,
  findLogo,
  createPlainLogo,
  type FoundPicture,
  type PictureFault,
  type Pictures,
} from './pictures.ts';
import { createIdByCode } from './keep-ids.ts';
import type { Path } from '#contract/menu-file/mistake.ts';
import { describeMistake } from './mistake-words.ts';
import { readFileSync } from 'node:fs';
import { readMenuFile } from './read-menu-file.ts';

type FileProduct = MenuFile['categories'][number]['products'][number];
type FileGroup = FileProduct['modifierGroups'][number];
type FileCoupon = MenuFile['coupons'][number];

interface PreparedMerchant {
  readonly whole: WholeMerchant;
  readonly pictures: readonly FoundPicture[];
}

/** Converts a menu file to a restaurant: fills in defaults, writes amounts with all decimals, and finds pictures. */
export async function toMerchant(file: MenuFile, id: string, where: Pictures): Promise<PreparedMerchant> {
  const { merchant } = file;
  const pictures: FoundPicture[] = [];
  const addPicture = (found: FoundPicture | PictureFault): string => {
    // A fault here means that the picture was deleted after the file was checked.
    if ('code' in found) throw new StartError(describeMistake({ ...found, path: [] }, 'en-US'));
    pictures.push(found);
    return found.name;
  };
  const plain =
    merchant.logo === undefined &&
    (await createPlainLogo(id, merchant.name['en-US'], merchant.themeColor, where));
  const logo =
    merchant.logo === undefined
      ? plain && addPicture(plain)
      : addPicture(await findLogo(merchant.logo, id, where));
  const categories = [];
  for (const category of file.categories) {
    const products: WholeProduct[] = [];
    for (const product of category.products) {
      const { picture } = product;
      const slug =
        picture === undefined ? '' : addPicture(await findDishPicture(picture, `${id}-${product.id}`, where));
      products.push(toProduct(product, slug, merchant.decimals));
    }
    const { id: categoryId, name, aliases, station, tax, course, served } = category;
    categories.push({
      id: categoryId,
      name,
      ...(aliases.length > 0 && { aliases }),
      ...(station !== undefined && { station }),
      ...(tax !== undefined && { tax }),
      ...(course !== undefined && { course }),
      ...(served.length > 0 && { served }),
      products,
    });
  }
  const whole: WholeMerchant = {
    id,
    ...(logo && { logo }),
    serverMode: merchant.ownServer ? 1 : 0,
    ...readSettings(merchant),
    ...(merchant.cover !== undefined && { cover: addPicture(await findCover(merchant.cover, id, where)) }),
    ...(file.stations.length > 0 && { stations: file.stations.map(toStation) }),
    tables: listTables(file, id),
    categories,
    coupons: listCoupons(file),
  };
  return { whole, pictures };
}

/** The settings of a restaurant, without its tables, menu and coupons. */
export type Settings = Omit<
  WholeMerchant,
  'id' | 'logo' | 'serverMode' | 'stations' | 'tables' | 'categories' | 'coupons'
>;

export function readSettings(merchant: MenuFile['merchant']): Settings {
  const { decimals, lineLimit, tips, paymentPage, timeZone, dayEndsAt, kitchenTracking, paidTableMinutes } =
    merchant;
  return {
    shortName: merchant.name,
    desc: merchant.description ?? createTexts(),
    guestMode: merchant.guestMode,
    orderCodeRequired: merchant.orderCodeRequired,
    themeColor: merchant.themeColor.toLowerCase(),
    ...(merchant.cover !== undefined && { cover: merchant.cover }),
    currency: merchant.currency,
    decimals,
    taxRate: merchant.taxRate,
    taxName: merchant.taxName ?? getServerTexts('taxes.usual'),
    ...(merchant.taxes && { taxes: merchant.taxes.map(toTax) }),
    ...(merchant.taxIncluded !== undefined && { taxIncluded: merchant.taxIncluded }),
    ...(merchant.serviceTaxed !== undefined && { serviceTaxed: merchant.serviceTaxed }),
    serviceChargeRate: merchant.serviceChargeRate,
    clearTableCartMinutes: merchant.clearTableCartMinutes,
    ...(lineLimit !== undefined && { lineLimit: padDecimals(lineLimit, decimals) }),
    ...(merchant.cashCoin !== undefined && { cashCoin: merchant.cashCoin }),
    ...(tips !== undefined && { tips }),
    ...(paymentPage !== undefined && { paymentPage }),
    ...(merchant.taxId !== undefined && { taxId: merchant.taxId }),
    ...(merchant.address?.length && { address: merchant.address }),
    ...(merchant.receiptFooter?.length && { receiptFooter: merchant.receiptFooter }),
    ...(timeZone !== undefined && { timeZone }),
    ...(dayEndsAt !== undefined && { dayEndsAt }),
    ...(merchant.openingHours?.length && { openingHours: merchant.openingHours }),
    ...(merchant.ordersPerTenMinutes !== undefined && {
      ordersPerTenMinutes: merchant.ordersPerTenMinutes,
    }),
    ...(merchant.openingDates?.length && { openingDates: sortDates(merchant.openingDates) }),
    ...(hasValues(merchant.waiterLimits) && { waiterLimits: merchant.waiterLimits }),
    ...(hasValues(merchant.managerLimits) && { managerLimits: merchant.managerLimits }),
    ...(hasValues(merchant.reasons) && { reasons: merchant.reasons }),
    ...(merchant.guestOrders !== undefined && { guestOrders: merchant.guestOrders }),
    ...(merchant.holdCourses !== undefined && { holdCourses: merchant.holdCourses }),
    ...(merchant.drawerPerPerson !== undefined && { drawerPerPerson: merchant.drawerPerPerson }),
    ...(merchant.phoneCountry !== undefined && { phoneCountry: merchant.phoneCountry }),
    ...(kitchenTracking !== undefined && { kitchenTracking }),
    ...(paidTableMinutes !== undefined && { paidTableMinutes }),
  };
}

/** Whether the owner has set any of these. */
function hasValues(of: object | undefined): boolean {
  return of !== undefined && Object.values(of).some((value) => value !== undefined);
}

function sortDates(dates: readonly OpeningDate[]): OpeningDate[] {
  return dates.toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

export function listTables({ tables }: MenuFile, merchantId: string): WholeTable[] {
  return tables.map((table) => ({
    // The schema requires one of both.
    id: table.id ?? createIdByCode(merchantId, table.qrcode!),
    name: table.name,
    qrcodeId: table.qrcode ?? '',
  }));
}

export function listCoupons({ coupons, merchant }: MenuFile): WholeCoupon[] {
  return coupons.map((coupon) => toCoupon(coupon, merchant.decimals));
}

function toTax({ id, name, rate, toGoRate }: NonNullable<MenuFile['merchant']['taxes']>[number]): StoredTax {
  return { id, name, rate, ...(toGoRate !== undefined && { toGoRate }) };
}

function toStation({ id, name, printer }: MenuFile['stations'][number]): Station {
  return { id, name, ...(printer && { printer }) };
}

function toProduct(product: FileProduct, picture: string, decimals: number): WholeProduct {
  const { id, name, aliases, description, price, salesUnitType, unitLabel } = product;
  const { allergens, diets, soldOut, station, tax, goesWith } = product;
  return {
    id,
    name,
    ...(aliases.length > 0 && { aliases }),
    description: description ?? createTexts(),
    price: padDecimals(price, decimals),
    picture,
    salesUnitType,
    allergens,
    diets,
    modifierGroups: product.modifierGroups.map((group, place) =>
      toModifierGroup(group, group.id ?? createIdByPlace(id, place), decimals),
    ),
    ...(station !== undefined && { station }),
    ...(tax !== undefined && { tax }),
    ...(unitLabel && { unitLabel }),
    ...(soldOut !== undefined && { soldOut }),
    ...(goesWith.length > 0 && { goesWith }),
  };
}

function toModifierGroup(group: FileGroup, id: string, decimals: number): WholeModifierGroup {
  const { name, min, max, modifiers } = group;
  return {
    id,
    name,
    min,
    max,
    modifiers: modifiers.map((modifier, place) => ({
      id: modifier.id ?? createIdByPlace(id, place),
      name: modifier.name,
      price: padDecimals(modifier.price, decimals),
      ...(modifier.default && { default: true }),
      ...(modifier.tax !== undefined && { tax: modifier.tax }),
      ...(modifier.soldOut !== undefined && { soldOut: modifier.soldOut }),
    })),
  };
}

function toCoupon({ id, name, discount, from, atMost, spans }: FileCoupon, decimals: number): WholeCoupon {
  const isShare = discount.endsWith('%');
  return {
    id,
    name,
    couponType: 1,
    discountType: isShare ? 1 : 0,
    discountValue: isShare ? discount.slice(0, -1) : padDecimals(discount, decimals),
    thresholdAmount: padDecimals(from, decimals),
    maxDiscountAmount: atMost === undefined ? null : padDecimals(atMost, decimals),
    ...(spans !== 'round' && { spans }),
  };
}

/** Writes an amount with all decimals: 12.5 becomes 12.50. */
function padDecimals(amount: string, decimals: number): string {
  const [whole = '0', places = ''] = amount.split('.');
  return decimals === 0 ? whole : `${whole}.${places.padEnd(decimals, '0')}`;
}

interface MenuSource {
  readonly menuPath: string;
  readonly name: string;
  readonly files: PictureFiles;
  readonly merchantId?: string | undefined;
}

type PreparedMenu =
  | ({ readonly ok: true; placeOf(path: Path): string } & PreparedMerchant)
  /** One line per mistake with its place, in the order of the file. */
  | { readonly ok: false; readonly mistakes: readonly string[] };

/** Reads a menu file for an import. The caller saves the pictures first, so that the menu never names a missing one. */
export async function prepareMenu(source: MenuSource): Promise<PreparedMenu> {
  const { menuPath, name, files, merchantId } = source;
  const where = { menuPath, files };
  const read = await readMenuFile(readFileSync(menuPath, 'utf8'), name, where);
  if (!read.ok) return read;
  const id = merchantId ?? read.file.merchant.id;
  if (id === undefined) {
    const place = read.placeOf(['merchant', 'id']);
    return { ok: false, mistakes: [`${place}: is missing: add it here or use --merchant ID`] };
  }
  return { ok: true, placeOf: read.placeOf, ...(await toMerchant(read.file, id, where)) };
}
