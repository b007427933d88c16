import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { amount, count, id, optionalId, text, time, word } from '../fields.ts';
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
  /** Present in the answers that issue one. */
  token: z.optional(z.string()),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  mail: z.string(),
  phone: z.string(),
  /** D4: month × 100 + day, null when unset. */
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

/** A token for a browser that is nobody yet. */
export const getAnonymousToken = call('POST /api/member/token/anonymous', {
  data: z.object({ token: z.string() }),
});

/** Ends the login of the token, an expired one too: none of its tokens, nor any copy, is good from now on. */
export const logout = call('POST /api/member/logout', { data: z.object({ loggedOut: z.boolean() }) });

/** P5: whom a server tells by a token alone; `getMember` says who they are. */
export const unknownId = 'untold';

/** D17: without a token, or with an anonymous one, a new guest; a guest's or member's token answers who that is. */
export const registerGuest = call('POST /api/member/register/guest', { data: memberSchema });

/** Ten digits; the first of the area and of the exchange part is 2–9, the area's second is not 9. */
export const phonePattern = /^[2-9][0-8]\d[2-9]\d{6}$/;

/** The formatted phone as typed has 12 characters; on the wire it is digits. */
export const phone = z.pipe(
  z.string().check(z.maxLength(20)),
  z.transform((value) => value.replace(/\D/g, '')),
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
  /** What is left out stays as it is. */
  body: z.object({
    id: optionalId,
    phone: z.nullish(z.string().check(z.maxLength(20))),
    name: z.nullish(text(2 * limits.nameLength + 1)),
    firstName: z.nullish(word(limits.nameLength)),
    lastName: z.nullish(word(limits.nameLength)),
    mail: z.nullish(word(254)),
    birthday: z.nullish(count),
    /** D3: always the English code on the wire. */
    languagePreference: z.nullish(text(10)),
    status: z.nullish(count),
  }),
  data: memberSchema,
  timeout: 'commit',
});
