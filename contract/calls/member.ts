import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, id, optionalId, text, time, storableText } from '../fields.ts';
import { limits } from '../limits.ts';

const platformExtraInfoSchema = z.looseObject({
  id: optionalId,
  memberId: optionalId,
  platformId: optionalId,
  availableUserCouponCount: z.nullish(z.number()),
  balance: z.nullish(amount),
  growth: z.nullish(z.number()),
  points: z.nullish(z.number()),
  pointsRate: z.nullish(z.number()),
  memberLevel: z.nullish(z.string()),
  memberCard: z.nullish(z.unknown()),
  levelExpirationTime: z.nullish(time),
  extraInfo: z.nullish(z.unknown()),
});

export const memberSchema = z.looseObject({
  id,
  /** Present in answers that issue a token. */
  token: z.optional(z.string()),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mail: z.string(),
  phone: z.string(),
  /** month × 100 + day, null if unset. */
  birthday: z.nullable(count),
  languagePreference: z.string(),
  registrationState: count,
  availableUserCouponCount: count,
  createAt: z.optional(time),
  updateAt: z.optional(time),
  identifier: z.nullish(z.string()),
  avatar: z.nullish(z.string()),
  status: z.nullish(z.number()),
  platform: z.nullish(z.unknown()),
  growth: z.nullish(z.number()),
  points: z.nullish(z.number()),
  pointsRate: z.nullish(z.number()),
  memberLevel: z.nullish(z.string()),
  levelExpirationTime: z.nullish(time),
  platformExtraInfo: z.nullish(platformExtraInfoSchema),
});
export type Member = z.infer<typeof memberSchema>;

/** Issues a token for a browser without a diner. */
export const getAnonymousToken = call('POST /api/member/token/anonymous', {
  data: z.object({ token: z.string() }),
});

/** Ends the login of the token, even an expired one. All tokens of that login become invalid. */
export const logout = call('POST /api/member/logout', { data: z.object({ loggedOut: z.boolean() }) });

/** The id of a diner for whom a server sends only a token. `getMember` then returns the real one. */
export const unknownId = 'untold';

/**
 * Without a token, or with an anonymous one, it creates a new guest. With the token of a guest or member, it returns
 * that diner.
 */
export const registerGuest = call('POST /api/member/register/guest', { data: memberSchema });

/**
 * A North American number of ten digits: area and exchange code begin with 2–9, and the second digit of the area code
 * is not 9.
 */
export const phonePattern = /^[2-9][0-8]\d[2-9]\d{6}$/;

/** On the wire a number of +1 consists of ten digits. Others are in E.164, like `+886912345678`. */
export const phone = z.pipe(
  z.string().check(z.maxLength(24)),
  z.transform((value) => value.replace(/[^\d+]/g, '')),
);

export const sendPhoneCode = call('POST /api/member/phone/code', {
  body: z.object({ phone }),
  data: z.object({ sent: z.boolean() }),
  timeout: 'commit',
});

export const login = call('POST /api/member/login', {
  body: z.object({
    phone,
    code: z.string().check(z.regex(/^\d{6}$/)),
    autoRegister: z._default(z.boolean(), true),
    autoReceiveCoupon: z._default(z.boolean(), true),
    autoFillingName: z._default(z.boolean(), true),
  }),
  data: memberSchema,
  timeout: 'commit',
});

export const getMember = call('GET /api/member', { data: memberSchema });

export const updateMember = call('PUT /api/member', {
  /** Fields that are left out stay unchanged. */
  body: z.object({
    id: optionalId,
    phone: z.nullish(z.string().check(z.maxLength(20))),
    name: z.nullish(text(2 * limits.nameLength + 1)),
    firstName: z.nullish(storableText(limits.nameLength)),
    lastName: z.nullish(storableText(limits.nameLength)),
    mail: z.nullish(storableText(254)),
    birthday: z.nullish(count),
    /** On the wire it is always the English code. */
    languagePreference: z.nullish(text(10)),
    status: z.nullish(count),
  }),
  data: memberSchema,
  timeout: 'commit',
});
