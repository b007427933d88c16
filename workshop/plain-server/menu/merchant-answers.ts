import type { House, Person, Table } from '../house.ts';
import { fieldsOf, idOf, listOf, textOf } from '../wire/loose.ts';
import { allProducts, type Menu, type Modifier, type ModifierGroup, type Placed } from './menu.ts';
import { codes, refusal, type Refusal } from '../wire/refusal.ts';

type Setting = { templateEnum: number; value: boolean | number | string };

/** `GET /api/merchant/tiny-merchant`: the settings that were asked for, or all of them. */
export function tinyMerchant(house: House, params: unknown): object | Refusal {
  const fields = fieldsOf(params);
  const id = idOf(fields['id']);
  if (id !== undefined && id !== house.merchantId) return refusal(codes.notFound, 'No such merchant');
  const asked = (textOf(fields['settingValueEnums']) ?? '').match(/\d+/g)?.map(Number) ?? [];
  const settings = settingsOf(house).filter(
    (each) => asked.length === 0 || asked.includes(each.templateEnum),
  );
  const { merchantFields, settingValues, taxRate } = house.switches;
  const written = settings.map((each) =>
    settingValues === 'text' ? { ...each, value: String(each.value) } : each,
  );
  const merchant = {
    id: house.merchantId,
    serverMode: 0,
    shortName: house.shortName,
    desc: house.desc,
    img: `${house.publicAddress}/pictures/house.png`,
    ...(merchantFields === 'withoutSettings' ? {} : { necessarySettingValues: written }),
  };
  if (merchantFields !== 'withMoney') return merchant;
  return {
    ...merchant,
    currency: 'USD',
    taxRate,
    taxName: 'Sales tax',
    serviceChargeRate: house.serviceChargeRate,
  };
}

/** `GET /api/member/merchant/home`: the merchant and the sections of its menus, without products. */
export function home(house: House): object {
  return {
    id: house.merchantId,
    shortName: house.shortName,
    desc: house.desc,
    img: `${house.publicAddress}/pictures/house.png`,
    menus: house.menus.map((menu) => ({
      id: menu.id,
      name: menu.name,
      categories: menu.categories.map(({ id, name }, index) => ({ id, name, sort: index + 1 })),
    })),
  };
}

/** `GET /api/member/merchant/products-by-categories`: sections with their products; all, or those named. */
export function productsByCategories(house: House, params: unknown): object[] {
  const fields = fieldsOf(params);
  const named = fields['categoryIds'] ?? fields['categoryId'] ?? '';
  const texts = Array.isArray(named) ? listOf(named) : (textOf(named) ?? '').split(',');
  const ids = texts.map(idOf).filter((each) => each !== undefined);
  return house.menus.flatMap((menu) =>
    menu.categories
      .filter((each) => ids.length === 0 || ids.includes(each.id))
      .map((category) => ({
        id: category.id,
        name: category.name,
        menuId: menu.id,
        menuName: menu.name,
        products: category.products.map((product) => productAnswer(house, { menu, category, product })),
      })),
  );
}

/** `GET /api/member/merchant/search`: products whose name has the words. */
export function search(house: House, params: unknown): object[] {
  const fields = fieldsOf(params);
  const words = (textOf(fields['keyword'] ?? fields['name'] ?? fields['q']) ?? '').trim().toLowerCase();
  return allProducts(house.menus)
    .filter((each) => each.product.name.toLowerCase().includes(words))
    .map((each) => productAnswer(house, each));
}

/** `GET api/merchant/table/qrcode/info/{id}`. */
export function qrcodeInfo(house: House, qrcodeId: unknown): object | Refusal {
  const table = [...house.tables.values()].find((each) => each.qrcodeId === idOf(qrcodeId));
  if (!table) return refusal(codes.notFound, 'No table has this code');
  if (!table.available) return refusal(codes.tableUnavailable, 'This table is not available');
  return { id: table.qrcodeId, merchantId: house.merchantId, tableId: table.id, tableName: table.name };
}

/** `GET /api/merchant/table/order-code/valid/{code}`: whether it is the code of the table, or of any. */
export function orderCodeValid(house: House, table: Table | undefined, code: unknown): boolean {
  const tables = table ? [table] : [...house.tables.values()];
  return tables.some((each) => each.orderCode === code);
}

/** A member or guest in the fields of the contract, with the token when it was just made. */
export function memberAnswer(house: House, person: Person, token?: string): object {
  const coupons = person.coupons.filter((each) => !each.used).length;
  const bare = house.switches.memberFields === 'withoutBirthdayAndPicture';
  const level = { growth: 0, points: 0, memberLevel: 0, levelExpirationTime: null, pointsRate: 0 };
  return {
    id: person.id,
    ...(token === undefined ? {} : { token }),
    name: person.name,
    mail: person.mail,
    firstName: person.firstName,
    lastName: person.lastName,
    ...(bare ? {} : { birthday: person.birthday, avatar: `${house.publicAddress}/pictures/member.png` }),
    phone: person.phone,
    identifier: person.identifier,
    languagePreference: person.languagePreference,
    availableUserCouponCount: coupons,
    platform: 0,
    status: 0,
    ...level,
    createAt: person.createAt,
    updateAt: person.updateAt,
    registrationState: person.registered ? 1 : 0,
    platformExtraInfo: {
      ...level,
      id: person.id,
      memberId: person.id,
      platformId: null,
      memberCard: null,
      availableUserCouponCount: coupons,
      balance: 0,
      extraInfo: null,
    },
  };
}

function settingsOf(house: House): Setting[] {
  return [
    { templateEnum: 18001, value: true },
    { templateEnum: 18002, value: house.orderCodeRequired },
    { templateEnum: 18005, value: house.clearTableCartMinutes },
    { templateEnum: 8003, value: '#f6821f' },
  ];
}

function productAnswer(house: House, { menu, category, product }: Placed): object {
  const plain = {
    id: product.id,
    name: product.name,
    posName: product.posName,
    sendChefName: product.sendChefName,
    desc: product.desc,
    img: `${house.publicAddress}/pictures/${product.id}.png`,
    price: product.price,
    originalPrice: product.originalPrice,
    categoryId: category.id,
    categoryName: category.name,
    menuId: menu.id,
    menuName: menu.name,
    isTaxFree: product.isTaxFree,
    salesUnitType: product.salesUnitType,
    modifierGroups: product.modifierGroups.map(groupAnswer),
  };
  if (house.switches.menuFields === 'plain') return plain;
  const { allergens, diets, unit, soldOut } = product;
  return { ...plain, allergens, diets, unit, soldOut };
}

function groupAnswer(group: ModifierGroup): object {
  return { ...group, modifiers: group.modifiers.map((each: Modifier) => ({ ...each })) };
}

/** The sections that a product stands in, for lines of carts and orders. */
export function sectionsOf(menus: Menu[], productId: string): object {
  const placed = allProducts(menus).find((each) => each.product.id === productId);
  return {
    categoryId: placed?.category.id ?? null,
    categoryName: placed?.category.name ?? null,
    menuId: placed?.menu.id ?? null,
    menuName: placed?.menu.name ?? null,
  };
}
