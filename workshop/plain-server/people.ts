import { newPerson, type Asker, type Coupon, type House, type Person } from './house.ts';
import { fieldsOf, isTrue, numberOf, textOf } from './wire/loose.ts';
import { codes, isRefusal, refusal, type Refusal } from './wire/refusal.ts';

const minute = 60_000;

/** The person behind a request: by token, else by the browser of a registered guest. */
export function whoAsks(house: House, asker: Asker): Person | Refusal {
  if (asker.token) {
    const person = house.people.get(house.tokens.get(asker.token) ?? '');
    return person ?? refusal(codes.unauthorized, 'Please log in again');
  }
  return guestOfBrowser(house, asker) ?? refusal(codes.unauthorized, 'Please log in');
}

/** Registers the browser as a guest; the same browser is the same guest again. */
export function registerGuest(house: House, asker: Asker): { person: Person; token: string } {
  const person = guestOfBrowser(house, asker) ?? addPerson(house, asker.browserId ?? '');
  return { person, token: newToken(house, person) };
}

/** Makes a verification code for a phone. `codeSentTo` of the staff tells it. */
export function sendPhoneCode(house: House, asker: Asker, body: unknown): true | Refusal {
  const phone = digitsOf(textOf(fieldsOf(body)['phone'] ?? body));
  if (phone.length !== 10) return refusal(codes.badRequest, 'This is no phone number');
  const now = house.now();
  const last = house.phoneCodes.get(phone);
  if (last && now - last.sentAt < minute) return refusal(codes.sentWithinMinute, 'One message a minute');
  const address = asker.address ?? '';
  const recent = (house.codesByAddress.get(address) ?? []).filter((each) => now - each < minute);
  if (recent.length >= 3) return refusal(codes.addressSentOften, 'Three messages a minute for one address');
  house.codesByAddress.set(address, [...recent, now]);
  house.phoneCodes.set(phone, { code: digits(house, 6), sentAt: now });
  return true;
}

/** Logs a phone in by its code, and registers it when the request says so. */
export function logIn(house: House, body: unknown): { person: Person; token: string } | Refusal {
  const fields = fieldsOf(body);
  const phone = digitsOf(textOf(fields['phone']));
  const sent = house.phoneCodes.get(phone);
  if (!sent || sent.code !== textOf(fields['code'])) return refusal(codes.badRequest, 'This code is wrong');
  const known = [...house.people.values()].find((each) => each.registered && each.phone === phone);
  if (!known && !isTrue(fields['autoRegister'])) return refusal(codes.notFound, 'No member has this phone');
  const person = known ?? addPerson(house, '');
  if (!known) {
    person.registered = true;
    person.phone = phone;
    if (isTrue(fields['autoReceiveCoupon'])) person.coupons.push(...welcomeCoupons(house));
    if (isTrue(fields['autoFillingName'])) setName(person, 'Guest', phone.slice(-4));
  }
  house.phoneCodes.delete(phone);
  return { person, token: newToken(house, person) };
}

/** Changes what the request names of the asker's own profile. */
export function updatePerson(house: House, asker: Asker, body: unknown): Person | Refusal {
  const person = whoAsks(house, asker);
  if (isRefusal(person)) return person;
  const fields = fieldsOf(body);
  setName(
    person,
    textOf(fields['firstName']) ?? person.firstName,
    textOf(fields['lastName']) ?? person.lastName,
  );
  person.name = textOf(fields['name']) ?? person.name;
  person.mail = textOf(fields['mail']) ?? person.mail;
  person.birthday = numberOf(fields['birthday']) ?? person.birthday;
  person.languagePreference = textOf(fields['languagePreference']) ?? person.languagePreference;
  person.updateAt = house.now();
  return person;
}

/** What a table mate or the kitchen calls this person. */
export function shownName(person: Person | undefined): string {
  return person?.firstName || person?.name || 'Guest';
}

/** Some digits by chance. */
export function digits(house: House, length: number): string {
  return Array.from({ length }, () => Math.floor(house.random() * 10)).join('');
}

function guestOfBrowser(house: House, asker: Asker): Person | undefined {
  if (!asker.browserId) return undefined;
  return [...house.people.values()].find((each) => !each.registered && each.identifier === asker.browserId);
}

function addPerson(house: House, identifier: string): Person {
  const person = newPerson(house.nextId(), house.now(), { identifier });
  house.people.set(person.id, person);
  return person;
}

function setName(person: Person, firstName: string, lastName: string): void {
  person.firstName = firstName;
  person.lastName = lastName;
  person.name = `${firstName} ${lastName}`.trim();
}

function newToken(house: House, person: Person): string {
  const token = Array.from({ length: 24 }, () => Math.floor(house.random() * 36).toString(36)).join('');
  house.tokens.set(token, person.id);
  return token;
}

function welcomeCoupons(house: House): Coupon[] {
  const coupon = { used: false, thresholdAmount: 10, maxDiscountAmount: 5 };
  return [
    {
      ...coupon,
      id: '71',
      userCouponId: house.nextId(),
      name: '2 off',
      discountType: 'amount',
      discountValue: 2,
    },
    {
      ...coupon,
      id: '72',
      userCouponId: house.nextId(),
      name: '10 percent off',
      discountType: 'percent',
      discountValue: 10,
    },
  ];
}

function digitsOf(text: string | undefined): string {
  return (text ?? '').replace(/\D/g, '').slice(-10);
}
