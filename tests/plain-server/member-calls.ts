import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { dinerOf, merchantOf, read, Refusal } from './ask.ts';
import type { Calls } from './calls.ts';
import type { State } from './state.ts';
import { isMember, memberAnswer } from './users.ts';

const digits = z.pipe(
  z.string(),
  z.transform((text) => text.replaceAll(/\D/g, '')),
);
const phoneSchema = z.object({ phone: digits });
const loginSchema = z.object({ phone: digits, code: z.string(), autoFillingName: z.optional(z.boolean()) });
const profileSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  mail: z.string(),
  birthday: z.nullable(z.int()),
});

/** Who a diner is. */
export function memberCalls(state: State): Calls {
  const { users } = state;
  return {
    'POST /api/member/token/anonymous': () => ({ token: users.issue(undefined) }),

    'POST /api/member/register/guest': ({ user }) => {
      const guest = user ?? users.newGuest();
      return memberAnswer(guest, users.issue(guest));
    },

    'GET /api/member': (ask) => memberAnswer(dinerOf(ask).user),

    'PUT /api/member': (ask) => {
      const { user, request } = dinerOf(ask);
      return memberAnswer(Object.assign(user, read(profileSchema, request.body)));
    },

    'POST /api/member/phone/code': ({ request }) => {
      state.sendCode(read(phoneSchema, request.body).phone, 6);
      return { sent: true };
    },

    // The guest's lines stay where they are, under the guest's id: the table's cart still shows them, and the order
    // that the member places takes them with everybody else's. So nothing that the diner picked is lost (D8).
    'POST /api/member/login': ({ request, merchant, user }) => {
      const { phone, code, autoFillingName } = read(loginSchema, request.body);
      if (!state.isNewestCode(phone, code)) throw new Refusal(codes.badRequest, 'Wrong code');
      const member = users.member(merchantOf(merchant).id, phone);
      if (autoFillingName && member.firstName === '' && user && !isMember(user)) {
        member.firstName = user.firstName;
        member.lastName = user.lastName;
      }
      return memberAnswer(member, users.issue(member));
    },
  };
}
