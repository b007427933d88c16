/**
 * The context of a conformance run, and the calls that a phone repeats: sitting down, reading and changing the cart.
 */
import { getCart, initializeCart, updateCart, type CartDetails } from '#contract/calls/cart.ts';
import { registerGuest, updateMember, type Member } from '#contract/calls/member.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { orderType } from '#contract/states.ts';
import type { Diner } from './ask.ts';
import { toSentLine } from './dish.ts';
import { RunEnded, type Note, type ReadAnswer, type Steps } from './steps.ts';

export interface RunOptions {
  readonly merchantId: string;
  readonly qrcodeId: string;
  /** Ten digits. The member with this phone number places the order. */
  readonly phone?: string | undefined;
  readonly orderCode?: string | undefined;
  /** Returns the code that the phone received. */
  readonly codeFor: (phone: string) => Promise<string>;
  /** Called for each note as soon as it is known. */
  readonly note: (note: Note) => void;
  /** Creates the id of a new browser. */
  readonly newBrowserId: () => string;
}

export interface RunContext {
  readonly options: RunOptions;
  readonly steps: Steps;
}

/** A diner who has scanned the table's code. */
export interface Seated extends Diner {
  readonly userId: string;
  readonly token: string;
  readonly tableId: string;
  readonly tableName: string;
  readonly member: Member;
}

/** The cart version that the phone saw last. Servers use one of two fields for it. */
type CartVersion = Partial<Pick<CartDetails, 'cartRowVersion' | 'updateAt'>>;

/** Registers a guest, scans the code and opens the table's cart. @throws RunEnded */
export async function sitDown({ options, steps }: RunContext): Promise<Seated> {
  const browser: Diner = { browserId: options.newBrowserId() };
  const { data: member } = await steps.need(registerGuest, { diner: browser }, describeMember);
  const diner = { ...browser, ...getIdentity(steps, member) };
  const { data } = await steps.need(
    getTableByQrcode,
    { diner, params: { id: options.qrcodeId } },
    (table) => `table ${table.tableId} “${table.tableName}”`,
  );
  const { tableId, tableName, sessionId } = data;
  const seated = { ...diner, tableId, tableName, ...(sessionId !== undefined && { sessionId }) };
  const { merchantId } = options;
  const body = { merchantId, browserId: seated.browserId };
  await steps.try(initializeCart, { diner: seated, body }, describeCart);
  return seated;
}

/** Returns the diner's id and token from an answer. @throws RunEnded without a token */
export function getIdentity(steps: Steps, member: Member): Pick<Seated, 'userId' | 'token' | 'member'> {
  const { id, token } = member;
  if (!steps.rule('a diner gets a token', Boolean(token), token ? 'there' : 'none')) throw new RunEnded();
  return { userId: id, token: token ?? '', member };
}

/** Saves the diner's name. The phone asks for it before the first dish. */
export async function saveName({ steps }: RunContext, diner: Seated, firstName: string): Promise<void> {
  const { member } = diner;
  const body = {
    id: member.id,
    ...(member.phone && { phone: member.phone }),
    name: firstName,
    firstName,
    lastName: '',
    mail: member.mail,
    birthday: member.birthday,
    languagePreference: 'en-US',
    ...(typeof member.status === 'number' && { status: member.status }),
  };
  await steps.try(updateMember, { diner, body }, () => `saved as ${firstName}`);
}

/** Reads the cart. @throws RunEnded */
export async function readCart(
  { options, steps }: RunContext,
  diner: Seated,
): Promise<ReadAnswer<CartDetails>> {
  const query = { merchantId: options.merchantId, browserId: diner.browserId };
  return await steps.need(getCart, { diner, query }, describeCart);
}

/** Replaces the diner's lines. @param cart the cart that the phone saw last. @throws RunEnded */
export async function postLines(
  { options, steps }: RunContext,
  diner: Seated,
  lines: readonly OrderItem[],
  cart: CartDetails,
  guests = 2,
): Promise<void> {
  const body = createCartBody(options.merchantId, diner, lines, getVersion(cart), guests);
  await steps.need(updateCart, { diner, body }, () => `${lines.length} lines sent`);
}

export function createCartBody(
  merchantId: string,
  { tableId, tableName }: Seated,
  lines: readonly OrderItem[],
  version: CartVersion,
  guests = 2,
) {
  const orderItems = lines.map(toSentLine);
  const type = orderType.dineIn;
  const orderDetail = { tableId, tableName, type, guests, orderItems, ...version };
  // The contract does not name the field. Like the phone, this puts the order into each usual place.
  return { ...orderDetail, merchantId, orderDetail, order: orderDetail };
}

export function getVersion({ cartRowVersion, updateAt }: CartDetails): CartVersion {
  return { ...(cartRowVersion != null && { cartRowVersion }), ...(updateAt > 0 && { updateAt }) };
}

export function getLines({ userCarts }: CartDetails, { userId }: Pick<Seated, 'userId'>): OrderItem[] {
  return userCarts.filter((cart) => cart.userId === userId).flatMap(({ orderItems }) => orderItems);
}

export function listLines({ userCarts }: CartDetails): OrderItem[] {
  return userCarts.flatMap(({ orderItems }) => orderItems);
}

/** Returns the quantity of a dish, or of all dishes. */
export function countPieces(lines: readonly OrderItem[], dish?: OrderItem): number {
  return lines
    .filter(({ productId }) => dish === undefined || productId === dish.productId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Describes a quantity and, if it is wrong, the expected one. */
export function compareQuantity(field: string, found: number, wanted: number): string {
  return found === wanted ? `${field} is ${found}` : `${field} is ${found}, and should be ${wanted}`;
}

export function describeCart({ userCarts }: CartDetails): string {
  const lines = userCarts.flatMap(({ orderItems }) => orderItems);
  return `${lines.length} lines of ${userCarts.length} diners`;
}

export function describeMember({ id, registrationState }: Member): string {
  return `${registrationState === 1 ? 'member' : 'guest'} ${id}`;
}
