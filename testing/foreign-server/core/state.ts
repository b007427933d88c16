import type { Switches } from '../switches.ts';

/** The state of the restaurant in memory, and the small functions that every part of it needs. */

export interface MenuOption {
  id: string;
  name: string;
  price: number;
}
export interface OptionGroup {
  id: string;
  name: string;
  min: number;
  max: number;
  options: MenuOption[];
}
export interface Product {
  id: string;
  name: string;
  price: number;
  description?: string;
  picture?: string;
  groups: OptionGroup[];
  soldOut?: boolean;
  weighed?: boolean;
}
export interface Category {
  id: string;
  name: string;
  products: Product[];
}
export interface Menu {
  id: string;
  name: string;
  categories: Category[];
}
export interface Table {
  id: string;
  name: string;
  qrcodeId: string;
}
export interface KnownPerson {
  id: string;
  firstName: string;
  token: string;
  registered?: boolean;
}
export interface Settings {
  merchantId: string;
  merchantName: string;
  themeColour: string;
}

export interface Coupon {
  id: string;
  userCouponId: string;
  name: string;
  percent: boolean;
  value: number;
  threshold: number;
  max: number;
  state: 'available' | 'used';
}
export interface Person {
  id: string;
  token: string;
  tokenBornAt: number;
  registered: boolean;
  firstName: string | undefined;
  lastName: string | undefined;
  phone: string | undefined;
  mail: string | undefined;
  birthday: number | undefined;
  language: string | undefined;
  fingerprint: string | undefined;
  browserId: string | undefined;
  lastBrowserId: string | undefined;
  coupons: Coupon[];
  createAt: number;
  updateAt: number;
}
export interface Modifier {
  id: string;
  productId: string;
  quantity: number;
  price: number;
  name: string;
}
export interface Line {
  id: string;
  productId: string;
  quantity: number;
  notes: string;
  modifiers: Modifier[];
  toGo: boolean;
}
export interface OwnedLine {
  personId: string;
  line: Line;
}
export interface Cart {
  id: string;
  tableId: string | undefined;
  lines: OwnedLine[];
  version: number;
  guestCount: number | undefined;
  orderType: number;
  initialized: boolean;
  updateAt: number;
}
export interface Order {
  id: string;
  serial: string;
  tableId: string | undefined;
  tableName: string | undefined;
  personId: string;
  lines: OwnedLine[];
  createAt: number;
  updateAt: number;
  status: number;
  paymentStatus: number;
  coupon: Coupon | undefined;
  guests: number;
  type: number;
  notes: string;
  extraInfo: string | undefined;
  version: number;
  cartVersion: number;
  orderCode: string | undefined;
}
export interface PlacedProduct {
  product: Product;
  category: Category;
  menu: Menu;
}

export interface Request {
  method: string;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  body: unknown;
  /** The client access URL that the HTTP part created before the core runs. Only negotiate reads it. */
  accessUrl?: string;
}
export interface Answer {
  status: number;
  contentType: string;
  text: string;
}

export interface World {
  now(): number;
  random(): number;
  tell(group: string, message: unknown): void;
  readonly switches: Switches;
  readonly settings: Settings;
  readonly menus: Menu[];
  readonly tables: Table[];
  readonly products: Map<string, PlacedProduct>;
  readonly people: Map<string, Person>;
  readonly carts: Map<string, Cart>;
  readonly orders: Order[];
  readonly loginCodes: Map<string, { code: string; sentAt: number; used: boolean }>;
  readonly codeRequests: Map<string, number[]>;
  readonly orderCodes: Map<string, string>;
  idsGiven: number;
  acceptedCartRequests: number;
}

/** One request after its sender, merchant and table are known. */
export interface Asking {
  world: World;
  method: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
  pathEnd: string;
  person: Person | undefined;
  merchantId: string | undefined;
  tableId: string | undefined;
  browserId: string | undefined;
  accessUrl: string | undefined;
}

/** A refusal is an answer with a code other than 0. */
export class Refusal extends Error {
  readonly code: number;
  readonly status: number | undefined;
  constructor(code: number, words: string, status?: number) {
    super(words);
    this.code = code;
    this.status = status;
  }
}

/** Creates an id. Adjacent long ids are equal as doubles, so a reader that loses digits confuses them. */
export function createId(world: World): string {
  world.idsGiven += 1;
  return world.switches.idLength === 'long'
    ? String(1_804_900_000_000_000_000n + BigInt(world.idsGiven))
    : String(5000 + world.idsGiven);
}

export function createDigits(world: World, length: number): string {
  return Array.from({ length }, () => String(Math.floor(world.random() * 10) % 10)).join('');
}

export function createToken(world: World): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return (
    Array.from(
      { length: 32 },
      () => letters[Math.floor(world.random() * letters.length) % letters.length],
    ).join('') +
    '.' +
    world.idsGiven
  );
}

export function needPerson(asking: Asking): Person {
  if (asking.person === undefined) throw new Refusal(401, 'Please log in.');
  return asking.person;
}

export function createPerson(world: World, known: Partial<Person>): Person {
  const now = world.now();
  const person: Person = {
    id: known.id ?? createId(world),
    token: '',
    tokenBornAt: now,
    registered: false,
    firstName: undefined,
    lastName: undefined,
    phone: undefined,
    mail: undefined,
    birthday: undefined,
    language: undefined,
    fingerprint: undefined,
    browserId: undefined,
    lastBrowserId: undefined,
    coupons: [],
    createAt: now,
    updateAt: now,
    ...known,
  };
  if (person.token === '') person.token = createToken(world);
  world.people.set(person.id, person);
  return person;
}

export function createCart(world: World, tableId: string | undefined): Cart {
  return {
    id: createId(world),
    tableId,
    lines: [],
    version: 1,
    guestCount: undefined,
    orderType: 0,
    initialized: false,
    updateAt: world.now(),
  };
}

/** Finds the cart of a key, or creates it. The key is a table id, or "person:" and an id for a diner without a table. */
export function findOrCreateCart(world: World, key: string, tableId: string | undefined): Cart {
  const found = world.carts.get(key) ?? createCart(world, tableId);
  world.carts.set(key, found);
  return found;
}

export function touchCart(world: World, cart: Cart): void {
  cart.version += 1;
  cart.updateAt = world.now();
}

export function findOpenOrder(world: World, tableId: string | undefined): Order | undefined {
  if (tableId === undefined) return undefined;
  return world.orders.findLast((order) => order.tableId === tableId && order.status === 0);
}
