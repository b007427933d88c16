import { encodePerson } from './encode.ts';
import { readPhone, readFields, readFirst, isTrue, needText, readNumber, readText } from './input.ts';
import {
  createDigits,
  createId,
  createPerson,
  createToken,
  needPerson,
  Refusal,
  touchCart,
  type Asking,
  type Coupon,
  type Person,
  type World,
} from './state.ts';
import { toTime } from './wire.ts';

/** Guests, members and their login. */

const minute = 60_000;

function isExpired(world: World, person: Person): boolean {
  const { tokenLifeMs } = world.switches;
  return tokenLifeMs > 0 && world.now() - person.tokenBornAt >= tokenLifeMs;
}

export interface Sender {
  token: string | undefined;
  fingerprint: string | undefined;
  browserId: string | undefined;
}

/** Finds the sender of a request. `hasBadToken` is true if the request has an unknown or expired token. */
export function findSender(
  world: World,
  sender: Sender,
): { person: Person | undefined; hasBadToken: boolean } {
  const { guestIdentity } = world.switches;
  const people = [...world.people.values()];
  const owner =
    sender.token === undefined
      ? undefined
      : people.find((one) => one.token === sender.token && !isExpired(world, one));
  const hasBadToken = sender.token !== undefined && owner === undefined;
  if (owner !== undefined) {
    owner.fingerprint ??= sender.fingerprint;
    owner.browserId ??= sender.browserId;
  }
  if (guestIdentity === 'token' || owner?.registered === true) return { person: owner, hasBadToken };
  const mark = guestIdentity === 'fingerprint' ? sender.fingerprint : sender.browserId;
  const field = guestIdentity === 'fingerprint' ? 'fingerprint' : 'browserId';
  const guest = mark === undefined ? undefined : people.find((one) => !one.registered && one[field] === mark);
  return { person: guest ?? (guestIdentity === 'browserId' ? owner : undefined), hasBadToken };
}

export function registerGuest(asking: Asking): unknown {
  const { world } = asking;
  const { switches } = world;
  const fingerprint = readText(asking.headers['guest-account-identifier'], 200);
  const known =
    switches.guestPerFingerprint === 'one' && fingerprint !== undefined
      ? [...world.people.values()].find((one) => !one.registered && one.fingerprint === fingerprint)
      : undefined;
  if (known !== undefined && (switches.guestTokenOnReturn === 'new' || isExpired(world, known)))
    giveNewToken(world, known);
  const firstName = { none: undefined, emptyText: '', generated: `Guest ${createDigits(world, 3)}` }[
    switches.guestName
  ];
  const person = known ?? createPerson(world, { fingerprint, browserId: asking.browserId, firstName });
  switch (switches.guestAnswer) {
    case 'member':
      return encodePerson(world, person, true);
    case 'token':
      return person.token;
    case 'tokenObject':
      return { token: person.token };
    case 'memberAndToken':
      return { member: encodePerson(world, person, false), token: person.token };
  }
}

function giveNewToken(world: World, person: Person): void {
  world.idsGiven += 1;
  person.token = createToken(world);
  person.tokenBornAt = world.now();
}

export function sendLoginCode(asking: Asking): unknown {
  const { world } = asking;
  const body = readFields(asking.body);
  const phone = readPhone(
    readFirst(body, ['phone', 'phoneNumber', 'mobile']) ?? readText(asking.body) ?? asking.query.phone,
  );
  if (phone === undefined) throw new Refusal(400, 'Please enter a useful phone number.');
  const now = world.now();
  const address = readText(asking.headers['x-forwarded-for'], 100) ?? 'unknown';
  const recent = (world.codeRequests.get(address) ?? []).filter((at) => now - at < minute);
  if (world.switches.codeLimit !== 'none') {
    const last = world.loginCodes.get(phone);
    if (last !== undefined && now - last.sentAt < minute)
      throw new Refusal(4290, 'Only one message in one minute.');
    if (world.switches.codeLimit === 'minute' && address !== 'unknown' && recent.length >= 3)
      throw new Refusal(4291, 'One address can get three messages in one minute.');
  }
  world.codeRequests.set(address, [...recent, now]);
  world.loginCodes.set(phone, { code: createDigits(world, 6), sentAt: now, used: false });
  switch (world.switches.codeAnswer) {
    case 'true':
      return true;
    case 'null':
      return null;
    case 'object':
      return { phone, expireAt: toTime(now + 10 * minute) };
  }
}

function createCoupons(world: World): Coupon[] {
  const createCoupon = (
    name: string,
    percent: boolean,
    value: number,
    threshold: number,
    max: number,
  ): Coupon => ({
    id: createId(world),
    userCouponId: createId(world),
    name,
    percent,
    value,
    threshold,
    max,
    state: 'available',
  });
  return [
    createCoupon('Welcome: $5 off from $20', false, 5, 20, 5),
    createCoupon('Welcome: 10 % off, at most $8', true, 10, 0, 8),
  ];
}

function consumeCode(world: World, phone: string, code: string): void {
  const sent = world.loginCodes.get(phone);
  const isOver =
    sent === undefined ||
    world.now() - sent.sentAt > 10 * minute ||
    (sent.used && world.switches.codeUses === 'once');
  if (isOver || sent.code !== code) throw new Refusal(400, 'The code is wrong or too old.');
  sent.used = true;
}

export function logIn(asking: Asking): unknown {
  const { world } = asking;
  const body = readFields(asking.body);
  const phone = readPhone(body.phone);
  if (phone === undefined) throw new Refusal(400, 'Please enter a useful phone number.');
  const code = needText(body.code, 'The code').padStart(6, '0');
  const known = [...world.people.values()].find((one) => one.registered && one.phone === phone);
  if (known === undefined && !isTrue(body.autoRegister)) throw new Refusal(404, 'Please sign up.');
  consumeCode(world, phone, code);
  const guest = asking.person?.registered === false ? asking.person : undefined;
  const member = known ?? createMember(asking, phone, guest);
  giveNewToken(world, member);
  if (guest !== undefined && guest !== member) moveLines(world, guest, member);
  return encodePerson(world, member, true);
}

function createMember(asking: Asking, phone: string, guest: Person | undefined): Person {
  const { world } = asking;
  const body = readFields(asking.body);
  const name = isTrue(body.autoFillingName)
    ? { firstName: guest?.firstName ?? 'Member', lastName: phone.slice(-4) }
    : {};
  const coupons = isTrue(body.autoReceiveCoupon) ? createCoupons(world) : [];
  const fields = { registered: true, phone, coupons, ...name };
  return world.switches.loginPerson === 'guestUpgraded' && guest !== undefined
    ? Object.assign(guest, fields)
    : createPerson(world, fields);
}

/** Keeps, moves or drops the cart lines of a guest who logs in as another person, by the switch guestLines. */
function moveLines(world: World, guest: Person, member: Person): void {
  const { guestLines } = world.switches;
  if (guestLines === 'stay') return;
  for (const cart of world.carts.values()) {
    if (!cart.lines.some((owned) => owned.personId === guest.id)) continue;
    cart.lines =
      guestLines === 'drop'
        ? cart.lines.filter((owned) => owned.personId !== guest.id)
        : cart.lines.map((owned) =>
            owned.personId === guest.id ? { ...owned, personId: member.id } : owned,
          );
    touchCart(world, cart);
  }
}

export function getMember(asking: Asking): unknown {
  const member = encodePerson(asking.world, needPerson(asking), false);
  switch (asking.world.switches.memberAnswer) {
    case 'member':
      return member;
    case 'wrapped':
      return { member };
    case 'list':
      return [member];
  }
}

export function putMember(asking: Asking): unknown {
  const { world } = asking;
  const person = needPerson(asking);
  const body = readFields(asking.body);
  const sentId = readText(body.id);
  if (world.switches.memberPutId === 'compared' && sentId !== person.id)
    throw new Refusal(400, 'The member is another one.');
  const birthday = readNumber(body.birthday);
  if (birthday !== undefined && !isMonthAndDay(birthday)) throw new Refusal(400, 'The birthday is wrong.');
  const mail = readText(body.mail, 200);
  if (mail !== undefined && mail !== '' && !/^\S+@\S+\.\S+$/.test(mail))
    throw new Refusal(400, 'The email address is wrong.');
  person.firstName = readText(readFirst(body, ['firstName', 'name']), 100) ?? person.firstName;
  person.lastName = readText(body.lastName, 100) ?? person.lastName;
  person.mail = mail ?? person.mail;
  person.birthday = birthday ?? person.birthday;
  person.language = readText(body.languagePreference, 20) ?? person.language;
  person.updateAt = world.now();
  switch (world.switches.memberPutAnswer) {
    case 'member':
      return encodePerson(world, person, false);
    case 'true':
      return true;
    case 'null':
      return null;
  }
}

function isMonthAndDay(value: number): boolean {
  const month = Math.floor(value / 100);
  const day = value % 100;
  return Number.isInteger(value) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}
