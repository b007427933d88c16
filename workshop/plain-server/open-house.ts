import type { House, RestaurantOptions, Table } from './house.ts';
import { houseMenus } from './menu.ts';
import { plainSwitches } from './switches.ts';

/** A restaurant on its first morning: tables and menus, nobody there. */
export function openHouse(options: RestaurantOptions): House {
  let lastId = 1_000;
  const names = options.tableNames ?? ['Window', 'Garden', 'Round table'];
  const tables = names.map((name, index): Table => {
    const number = index + 7;
    const orderCode = String(1_000 + Math.floor(options.random() * 9_000));
    return { id: String(number), name, qrcodeId: `5000${number}`, orderCode, available: true };
  });
  return {
    merchantId: '101',
    shortName: 'Harbour Kitchen',
    desc: 'Rice, soup and fish',
    publicAddress: options.publicAddress ?? '',
    orderCodeRequired: options.orderCodeRequired ?? false,
    clearTableCartMinutes: options.clearTableCartMinutes ?? 30,
    serviceChargeRate: options.serviceChargeRate ?? 0,
    menus: options.menus ?? houseMenus(),
    tables: new Map(tables.map((each) => [each.id, each])),
    people: new Map(),
    tokens: new Map(),
    carts: new Map(),
    deletedCarts: new Map(),
    orders: new Map(),
    phoneCodes: new Map(),
    codesByAddress: new Map(),
    switches: { ...plainSwitches(), ...options.switches },
    now: options.now,
    random: options.random,
    tell: options.tell ?? (() => undefined),
    nextId: () => String((lastId += 1)),
  };
}
