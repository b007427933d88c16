import { encodePage } from './pages.ts';
import { readFields, readFirst, readList, readText } from './input.ts';
import {
  needPerson,
  Refusal,
  type Asking,
  type Category,
  type Menu,
  type OptionGroup,
  type Product,
  type World,
} from './state.ts';
import { toCount, toFlag, toId, toMoney, toEnum } from './wire.ts';

/** The merchant, its settings, its tables and its menu. */

function encodeSettingValue(world: World, value: boolean | number | string): unknown {
  switch (world.switches.settingValues) {
    case 'typed':
      return value;
    case 'text':
      return String(value);
    case 'number':
      return typeof value === 'boolean' ? Number(value) : value;
    case 'jsonText':
      return JSON.stringify({ value });
  }
}

function encodeSettings(asking: Asking): unknown {
  const { world } = asking;
  const { switches, settings } = world;
  if (switches.settingsSent === 'none') return [];
  if (switches.settingsSent === 'null') return null;
  const factor = { minutes: 1, seconds: 60, ms: 60_000, absent: 0 }[switches.clearTimeUnit];
  const all: [number, boolean | number | string][] = [
    [18001, switches.guestMode === 'on'],
    [18002, switches.orderCode === 'needed'],
    [8003, settings.themeColour],
  ];
  if (factor > 0) all.push([18005, switches.clearCartMinutes * factor]);
  const asked = readText(asking.query.settingValueEnums) ?? '';
  const shown =
    switches.settingsSent === 'all' ? all : all.filter(([number]) => asked.includes(String(number)));
  return shown.map(([number, value]) => ({
    templateEnum: switches.settingEnums === 'number' ? number : String(number),
    value: encodeSettingValue(world, value),
  }));
}

function encodeMerchant(asking: Asking): object {
  const { switches, settings } = asking.world;
  return {
    ...(switches.merchantIdField === 'absent'
      ? {}
      : { [switches.merchantIdField]: toId(settings.merchantId) }),
    serverMode: toEnum(0, 'cloud'),
    necessarySettingValues: encodeSettings(asking),
    shortName: settings.merchantName,
    desc: undefined,
    img: undefined,
  };
}

export function getMerchant(asking: Asking): unknown {
  const { world } = asking;
  const wanted = readText(asking.query.id) ?? asking.merchantId;
  if (wanted !== world.settings.merchantId) return answerUnknown(world);
  const merchant = encodeMerchant(asking);
  switch (world.switches.merchantAnswer) {
    case 'object':
      return merchant;
    case 'wrapped':
      return { merchant };
    case 'list':
      return [merchant];
  }
}

function answerUnknown(world: World): unknown {
  switch (world.switches.unknownMerchant) {
    case 'code404':
      throw new Refusal(404, 'This restaurant is unknown.');
    case 'status404':
      throw new Refusal(404, 'This restaurant is unknown.', 404);
    case 'dataNull':
      return null;
    case 'emptyObject':
      return {};
  }
}

export function getQrInfo(asking: Asking): unknown {
  const { world } = asking;
  const table = world.tables.find((one) => one.qrcodeId === asking.pathEnd);
  if (table === undefined) throw new Refusal(404, 'This QR code is unknown.');
  const merchantId = toId(world.settings.merchantId);
  const flat = { id: toId(table.qrcodeId), merchantId, tableId: toId(table.id), tableName: table.name };
  switch (world.switches.qrAnswer) {
    case 'flat':
      return flat;
    case 'table':
      return { id: toId(table.id), name: table.name, merchantId };
    case 'nested':
      return {
        merchant: { id: merchantId, shortName: world.settings.merchantName },
        table: { id: toId(table.id), name: table.name },
      };
    case 'tableIdOnly':
      return { tableId: toId(table.id), tableName: table.name };
    case 'list':
      return [flat];
  }
}

function encodeNames(world: World, name: string, field: string): object {
  switch (world.switches.displayNames) {
    case 'one':
      return { [field]: name };
    case 'modes':
      return { [field]: name, posName: name.toUpperCase(), sendChefName: name.slice(0, 8) };
    case 'languages':
      return { [field]: { 'en-US': name, 'zh-TW': name } };
  }
}

function encodeSoldOut(world: World, soldOut: boolean): object {
  switch (world.switches.soldOutField) {
    case 'isSoldOut':
      return { isSoldOut: toFlag(soldOut) };
    case 'soldOut':
      return { soldOut: toFlag(soldOut) };
    case 'status':
      return { status: toEnum(soldOut ? 0 : 1, soldOut ? 'soldOut' : 'onSale') };
    case 'stock':
      return { stock: toCount(soldOut ? 0 : 50) };
    case 'available':
      return { available: toFlag(!soldOut) };
    case 'onShelf':
      return { onShelf: toFlag(!soldOut) };
    case 'hidden':
    case 'absent':
      return {};
  }
}

function encodeLimits(world: World, group: OptionGroup): object {
  switch (world.switches.optionLimits) {
    case 'minMax':
      return { min: toCount(group.min), max: toCount(group.max) };
    case 'quantities':
      return { minQuantity: toCount(group.min), maxQuantity: toCount(group.max) };
    case 'required':
      return { isRequired: toFlag(group.min > 0), isMultiple: toFlag(group.max > 1) };
    case 'absent':
      return {};
  }
}

function encodeGroups(world: World, product: Product): object {
  const encodeOptions = (group: OptionGroup, idField: string, priceField = 'price') =>
    group.options.map((option) => ({
      [idField]: toId(option.id),
      ...encodeNames(world, option.name, 'name'),
      [priceField]: toMoney(option.price),
    }));
  const group = (one: OptionGroup) => ({
    id: toId(one.id),
    ...encodeNames(world, one.name, 'name'),
    ...encodeLimits(world, one),
  });
  switch (world.switches.optionNames) {
    case 'modifierGroups':
      return {
        modifierGroups: product.groups.map((one) => ({
          ...group(one),
          modifiers: encodeOptions(one, 'modifierProductId'),
        })),
      };
    case 'groups':
      return { groups: product.groups.map((one) => ({ ...group(one), options: encodeOptions(one, 'id') })) };
    case 'attached':
      return {
        attachedModifierGroups: product.groups.map((one) => ({
          modifierGroup: { ...group(one), products: encodeOptions(one, 'productId', 'productPrice') },
        })),
      };
    case 'flat':
      return {
        modifiers: product.groups.flatMap((one) =>
          encodeOptions(one, 'modifierProductId').map((option) => ({
            ...option,
            groupId: toId(one.id),
            groupName: one.name,
            ...encodeLimits(world, one),
          })),
        ),
      };
  }
}

function encodeProduct(
  world: World,
  product: Product,
  category: Category,
  menu: Menu,
  mode: [number, string] = [0, 'normal'],
): object {
  const { switches } = world;
  const prefixed = switches.productNames === 'prefixed';
  const picture =
    switches.pictures === 'absent'
      ? {}
      : {
          [switches.pictures]:
            switches.pictures === 'images'
              ? product.picture === undefined
                ? []
                : [product.picture]
              : product.picture,
        };
  return {
    [prefixed ? 'productId' : 'id']: toId(product.id),
    ...encodeNames(world, product.name, prefixed ? 'productName' : 'name'),
    [prefixed ? 'productPrice' : 'price']: toMoney(product.price),
    description: product.description,
    ...picture,
    categoryId: toId(category.id),
    menuId: toId(menu.id),
    ...(switches.productMode === 'sent' ? { mode: toEnum(...mode) } : {}),
    salesUnitType: toEnum(product.weighed === true ? 1 : 0, product.weighed === true ? 'weight' : 'piece'),
    ...encodeSoldOut(world, product.soldOut === true),
    ...encodeGroups(world, product),
  };
}

const rechargeCard: Product = { id: '1805000000000000999', name: 'Gift card top-up', price: 50, groups: [] };

function encodeProducts(world: World, menu: Menu, category: Category): object[] {
  const { switches } = world;
  const shown = category.products.filter(
    (product) => switches.soldOutField !== 'hidden' || product.soldOut !== true,
  );
  const products = shown.map((product) => encodeProduct(world, product, category, menu));
  const isLast = menu === world.menus[0] && category === menu.categories.at(-1);
  return switches.rechargeListed === 'yes' && isLast
    ? [...products, encodeProduct(world, rechargeCard, category, menu, [2, 'recharge'])]
    : products;
}

function encodeCategory(world: World, menu: Menu, category: Category, withProducts: boolean): object {
  return {
    id: toId(category.id),
    ...encodeNames(world, category.name, 'name'),
    menuId: toId(menu.id),
    menuName: menu.name,
    ...(withProducts ? { products: encodeProducts(world, menu, category) } : {}),
  };
}

function encodeMenu(world: World, menu: Menu, withProducts: boolean): object {
  return {
    id: toId(menu.id),
    ...encodeNames(world, menu.name, 'name'),
    categories: menu.categories.map((category) => encodeCategory(world, menu, category, withProducts)),
  };
}

function listCategories(world: World): [Menu, Category][] {
  return world.menus.flatMap((menu) => menu.categories.map((category): [Menu, Category] => [menu, category]));
}

function checkMenuAccess(asking: Asking): void {
  if (asking.world.switches.menuNeedsToken === 'yes') needPerson(asking);
  if (asking.merchantId !== undefined && asking.merchantId !== asking.world.settings.merchantId)
    throw new Refusal(404, 'This restaurant is unknown.');
}

export function getHome(asking: Asking): unknown {
  checkMenuAccess(asking);
  const { world } = asking;
  const form = world.switches.homeAnswer;
  switch (form) {
    case 'menus':
      return { menus: world.menus.map((menu) => encodeMenu(world, menu, true)) };
    case 'menuList':
      return world.menus.map((menu) => encodeMenu(world, menu, true));
    case 'categories':
    case 'withoutProducts':
      return {
        categories: listCategories(world).map(([menu, category]) =>
          encodeCategory(world, menu, category, form === 'categories'),
        ),
      };
    case 'merchant':
      return encodeMerchant(asking);
  }
}

export function getProducts(asking: Asking): unknown {
  checkMenuAccess(asking);
  const { world } = asking;
  const fields = { ...asking.query, ...readFields(asking.body) };
  const sent = readFirst(fields, ['categoryIds', 'categoryId', 'categories']);
  const wanted = (
    readText(sent)?.split(',') ??
    readList(sent)?.map((one) => readText(one) ?? '') ??
    []
  ).filter((one) => one !== '');
  const chosen = listCategories(world).filter(
    ([, category]) => wanted.length === 0 || wanted.includes(category.id),
  );
  switch (world.switches.productsAnswer) {
    case 'categories':
      return chosen.map(([menu, category]) => encodeCategory(world, menu, category, true));
    case 'products':
      return chosen.flatMap(([menu, category]) => encodeProducts(world, menu, category));
    case 'map':
      return Object.fromEntries(
        chosen.map(([menu, category]) => [category.id, encodeProducts(world, menu, category)]),
      );
    case 'menus':
      return world.menus.map((menu) => encodeMenu(world, menu, true));
  }
}

export function searchProducts(asking: Asking): unknown {
  checkMenuAccess(asking);
  const { world } = asking;
  const names = [
    'keyword',
    'keywords',
    'name',
    'search',
    'searchText',
    'query',
    'q',
    'productName',
    'value',
    'text',
  ];
  const word = (readText(readFirst(asking.query, names)) ?? '').toLowerCase();
  const found = [...world.products.values()].filter(
    ({ product }) =>
      product.name.toLowerCase().includes(word) &&
      (world.switches.soldOutField !== 'hidden' || product.soldOut !== true),
  );
  return encodePage(asking, found, ({ product, category, menu }) =>
    encodeProduct(world, product, category, menu),
  );
}

export function negotiate(asking: Asking): unknown {
  const { world } = asking;
  if (world.switches.negotiateNeedsToken === 'yes') needPerson(asking);
  if (asking.tableId === undefined || !world.tables.some((table) => table.id === asking.tableId))
    throw new Refusal(10010, 'This table is unavailable.');
  const userId = asking.person?.id ?? asking.query.userId ?? 'nobody';
  const url =
    asking.accessUrl ??
    `wss://paper.invalid/client/hubs/scanorder?group=${asking.tableId}&user=${encodeURIComponent(userId)}`;
  switch (world.switches.negotiateAnswer) {
    case 'text':
      return url;
    case 'url':
      return { url };
    case 'clientUrl':
      return { clientAccessUrl: url };
  }
}
