import { houseMenus, type Menu, type Modifier, type Product } from './menu/menu.ts';
import { plainSwitches, type Switches } from './switches/switches.ts';

/** Who asks: what the headers of a request say. Ids are as the phone wrote them. */
export interface Asker {
  /** The bearer token of `Authorization`. */
  token?: string | undefined;
  /** `Guest-Account-Identifier`, the browser's fingerprint. */
  browserId?: string | undefined;
  merchantId?: string | undefined;
  tableId?: string | undefined;
  /** The network address of the phone; verification codes are limited by it. */
  address?: string | undefined;
}

export interface Coupon {
  id: string;
  userCouponId: string;
  name: string;
  discountType: 'amount' | 'percent';
  discountValue: number;
  thresholdAmount: number;
  maxDiscountAmount: number;
  used: boolean;
}

export interface Person {
  id: string;
  registered: boolean;
  identifier: string;
  phone: string;
  firstName: string;
  lastName: string;
  name: string;
  mail: string;
  /** Month and day in digits: 1225 is 25 December. */
  birthday: number | null;
  languagePreference: string;
  coupons: Coupon[];
  createAt: number;
  updateAt: number;
}

/** One line of a cart, as a diner's phone or a waiter wrote it. */
export interface Line {
  id: string;
  product: Product;
  quantity: number;
  notes: string;
  modifiers: { id: string; modifier: Modifier; quantity: number }[];
  /** What the contract leaves without a type is given back as it came. */
  carried: { mode: unknown; type: unknown; condiments: unknown };
}

/** A line that went to the kitchen. */
export interface OrderLine extends Line {
  orderId: string;
  personId: string;
  round: number;
  sentAt: number;
  qtyVoid: number;
  qtySentToKitchen: number;
  voidReason: string;
}

/** The row of one cart: of a table, or of one person who orders without a table. */
export interface CartRow {
  version: number;
  /** Ms, from the clock that the switch `clockShiftMs` moves. */
  updateAt: number;
  lastOperateTime: number;
  guests: number | null;
  orderType: number | null;
  notes: string;
  lines: Map<string, Line[]>;
}

export interface Order {
  id: string;
  serial: string;
  table: Table | null;
  /** Whose cart it came from (see `cartKey`). */
  cart: string;
  personId: string;
  status: number;
  paymentStatus: number;
  type: number;
  guests: number;
  notes: string;
  extraInfo: string;
  orderCode: string;
  lines: OrderLine[];
  rounds: number;
  coupon: { coupon: Coupon; personId: string } | null;
  createAt: number;
  updateAt: number;
  rowVersion: number;
}

export interface Table {
  id: string;
  name: string;
  qrcodeId: string;
  orderCode: string;
  available: boolean;
}

/** Something to tell the table group, already in the form in which it goes out. */
export type GroupMessage = { content: 'json'; body: unknown } | { content: 'text'; body: string };

/** What a restaurant is made of, and where its time, chance and messages come from. */
export interface RestaurantOptions {
  /** Ms since 1970. */
  now: () => number;
  /** At least 0, below 1. */
  random: () => number;
  /** Publishes to the table group named `group`; nothing is told when it is missing. */
  tell?: (group: string, message: GroupMessage) => void;
  switches?: Partial<Switches>;
  menus?: Menu[];
  /** Members that it knows already, each with the token of their phone. */
  regulars?: readonly { id: string; firstName: string; token: string }[];
  /** Names of the tables; the first has id 7, the next 8, and so on. */
  tableNames?: string[];
  /** Setting 18002. */
  orderCodeRequired?: boolean;
  /** Setting 18005, minutes. */
  clearTableCartMinutes?: number;
  /** Part of the subtotal, for instance 0.1; told as a price adjustment. */
  serviceChargeRate?: number;
  /** Where pictures are served, for instance `http://127.0.0.1:4010`. */
  publicAddress?: string;
}

/** The whole state of the restaurant. */
export interface House {
  merchantId: string;
  shortName: string;
  desc: string;
  publicAddress: string;
  orderCodeRequired: boolean;
  clearTableCartMinutes: number;
  serviceChargeRate: number;
  menus: Menu[];
  tables: Map<string, Table>;
  people: Map<string, Person>;
  /** Token to person id. */
  tokens: Map<string, string>;
  carts: Map<string, CartRow>;
  /** What is still known of a deleted row, when versions go on. */
  deletedCarts: Map<string, { version: number; updateAt: number }>;
  orders: Map<string, Order>;
  phoneCodes: Map<string, { code: string; sentAt: number }>;
  codesByAddress: Map<string, number[]>;
  switches: Switches;
  now: () => number;
  random: () => number;
  tell: (group: string, message: GroupMessage) => void;
  /** The next id of anything that is made while the restaurant runs. */
  nextId: () => string;
}

/** A restaurant on its first morning: tables and menus, nobody there. */
export function openHouse(options: RestaurantOptions): House {
  let lastId = 1_000;
  const names = options.tableNames ?? ['Window', 'Garden', 'Round table'];
  const tables = names.map((name, index): Table => {
    const number = index + 7;
    const orderCode = String(1_000 + Math.floor(options.random() * 9_000));
    return { id: String(number), name, qrcodeId: `5000${number}`, orderCode, available: true };
  });
  const people = (options.regulars ?? []).map(({ id, firstName }) =>
    newPerson(id, options.now(), { registered: true, firstName, name: firstName }),
  );
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
    people: new Map(people.map((each) => [each.id, each])),
    tokens: new Map(options.regulars?.map(({ id, token }) => [token, id])),
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

/** Somebody of whom nothing is known but what `more` says. */
export function newPerson(id: string, now: number, more: Partial<Person> = {}): Person {
  return {
    id,
    registered: false,
    identifier: '',
    phone: '',
    firstName: '',
    lastName: '',
    name: '',
    mail: '',
    birthday: null,
    languagePreference: 'en-US',
    coupons: [],
    createAt: now,
    updateAt: now,
    ...more,
  };
}
