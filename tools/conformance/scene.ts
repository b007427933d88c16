/** What all parts of a journey share: who asks, and the calls that a phone makes again and again. */
import { getCart, initializeCart, updateCart, type CartDetails } from '#contract/calls/cart.ts';
import { registerGuest, updateMember, type Member } from '#contract/calls/member.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import { orderType } from '#contract/states.ts';
import type { Diner } from './ask.ts';
import { lineOf } from './dish.ts';
import { JourneyEnds, type Note, type ReadAnswer, type Steps } from './steps.ts';

export interface JourneyOptions {
  readonly merchantId: string;
  readonly qrcodeId: string;
  /** Ten digits: the order is placed by the member of this phone. */
  readonly phone?: string | undefined;
  readonly orderCode?: string | undefined;
  /** The code that came to the phone. */
  readonly codeFor: (phone: string) => Promise<string>;
  /** Told at once. */
  readonly note: (note: Note) => void;
  /** Of a browser that no server knows yet. */
  readonly newBrowserId: () => string;
}

export interface Scene {
  readonly options: JourneyOptions;
  readonly steps: Steps;
}

/** A diner at the table that the code leads to. */
export interface Seated extends Diner {
  readonly userId: string;
  readonly token: string;
  readonly tableId: string;
  readonly tableName: string;
  readonly member: Member;
}

/** As the phone names the version that it has last seen (D27). */
type CartVersion = Partial<Pick<CartDetails, 'cartRowVersion' | 'updateAt'>>;

/** Registers a guest, scans the code and takes up the table's cart. Throws JourneyEnds. */
export async function sitDown({ options, steps }: Scene): Promise<Seated> {
  const browser: Diner = { browserId: options.newBrowserId() };
  const { data: member } = await steps.need(registerGuest, { diner: browser }, memberWords);
  const diner = { ...browser, ...identityOf(steps, member) };
  const { data } = await steps.need(
    getTableByQrcode,
    { diner, params: { id: options.qrcodeId } },
    (table) => `table ${table.tableId} “${table.tableName}”`,
  );
  const { tableId, tableName, sessionId } = data;
  const seated = { ...diner, tableId, tableName, ...(sessionId !== undefined && { sessionId }) };
  const { merchantId } = options;
  const body = { merchantId, browserId: seated.browserId };
  await steps.try(initializeCart, { diner: seated, body }, cartWords);
  return seated;
}

/** Who the answer says the diner is. Throws JourneyEnds. */
export function identityOf(steps: Steps, member: Member): Pick<Seated, 'userId' | 'token' | 'member'> {
  const { id, token } = member;
  if (!steps.rule('a diner gets a token', Boolean(token), token ? 'there' : 'none')) throw new JourneyEnds();
  return { userId: id, token: token ?? '', member };
}

/** The diner says what they are called, as the phone has it before the first dish. */
export async function saveName({ steps }: Scene, diner: Seated, firstName: string): Promise<void> {
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

/** Throws JourneyEnds. */
export async function readCart({ options, steps }: Scene, diner: Seated): Promise<ReadAnswer<CartDetails>> {
  const query = { merchantId: options.merchantId, browserId: diner.browserId };
  return await steps.need(getCart, { diner, query }, cartWords);
}

/** Replaces the diner's lines. @param cart that the phone has seen last. Throws JourneyEnds. */
export async function postLines(
  { options, steps }: Scene,
  diner: Seated,
  lines: readonly OrderItem[],
  cart: CartDetails,
  guests = 2,
): Promise<void> {
  const body = cartBody(options.merchantId, diner, lines, versionOf(cart), guests);
  await steps.need(updateCart, { diner, body }, () => `${lines.length} lines sent`);
}

export function cartBody(
  merchantId: string,
  { tableId, tableName }: Seated,
  lines: readonly OrderItem[],
  version: CartVersion,
  guests = 2,
) {
  const orderItems = lines.map(lineOf);
  const type = orderType.dineIn;
  const orderDetail = { tableId, tableName, type, guests, orderItems, ...version };
  // The contract does not name the field: the phone, too, puts the order into each usual place.
  return { ...orderDetail, merchantId, orderDetail, order: orderDetail };
}

export function versionOf({ cartRowVersion, updateAt }: CartDetails): CartVersion {
  return { ...(cartRowVersion != null && { cartRowVersion }), ...(updateAt > 0 && { updateAt }) };
}

export function linesOf({ userCarts }: CartDetails, { userId }: Pick<Seated, 'userId'>): OrderItem[] {
  return userCarts.filter((cart) => cart.userId === userId).flatMap(({ orderItems }) => orderItems);
}

export function allLines({ userCarts }: CartDetails): OrderItem[] {
  return userCarts.flatMap(({ orderItems }) => orderItems);
}

/** How many of this dish; undefined: of all dishes. */
export function piecesIn(lines: readonly OrderItem[], dish?: OrderItem): number {
  return lines
    .filter(({ productId }) => dish === undefined || productId === dish.productId)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/** What a rule has found. */
export function counted(field: string, found: number, wanted: number): string {
  return found === wanted ? `${field} is ${found}` : `${field} is ${found}, and should be ${wanted}`;
}

export function cartWords({ userCarts }: CartDetails): string {
  const lines = userCarts.flatMap(({ orderItems }) => orderItems);
  return `${lines.length} lines of ${userCarts.length} diners`;
}

export function memberWords({ id, registrationState }: Member): string {
  return `${registrationState === 1 ? 'member' : 'guest'} ${id}`;
}
