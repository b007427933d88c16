import { codes } from '#contract/codes.ts';
import {
  getAnonymousToken,
  getMember,
  login,
  logout,
  registerGuest,
  sendPhoneCode,
  updateMember,
} from '#contract/calls/member.ts';
import { refreshToken } from '#contract/calls/token.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { findAddressBlock } from '#server/platform/http/guard/address-block.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import { issueAnonymousToken, registerAsGuest } from './guests.ts';
import { logIn, renewToken, logOut, type MemberDeps } from './login.ts';
import { sendPhoneCodeTo } from './phone-codes.ts';
import { changeProfile, readProfile } from './profile.ts';
import { createMember } from './users.ts';

export function createMemberRoutes(deps: MemberDeps): Route[] {
  const requireMerchant = async (merchantId: string | undefined): Promise<string> => {
    if (merchantId === undefined) throw createStatusRefusal(codes.badRequest, 'No merchantId is given');
    await readSettings(deps.db, merchantId);
    return merchantId;
  };

  return [
    defineRoute(getAnonymousToken, 'nothing', async ({ who }) => ({
      token: await issueAnonymousToken(deps, await requireMerchant(who.merchantId)),
    })),

    defineRoute(
      registerGuest,
      'nothing',
      async ({ who }) => registerAsGuest(deps, who.asker, await requireMerchant(who.merchantId)),
      // A full restaurant can register at once. A flood of made-up guests has to wait.
      { apart: { perMinute: 600, atOnce: 300 } },
    ),

    defineRoute(
      sendPhoneCode,
      'nothing',
      async ({ who, body: { phone } }) => {
        const { language } = who;
        const address = findAddressBlock(who.address);
        await sendPhoneCodeTo(deps, {
          merchantId: await requireMerchant(who.merchantId),
          phone,
          address,
          language,
        });
        return { sent: true };
      },
      { apart: { perMinute: 120 } },
    ),

    defineRoute(
      login,
      'nothing',
      async ({ who, body }) => logIn(deps, who.asker, await requireMerchant(who.merchantId), body),
      { apart: { perMinute: 240 } },
    ),

    defineRoute(refreshToken, 'login', async ({ who }) => ({ token: await renewToken(deps, who.asker) })),

    defineRoute(logout, 'login', async ({ who }) => {
      await logOut(deps, who.asker);
      return { loggedOut: true };
    }),

    defineRoute(getMember, 'diner', async ({ who }) =>
      createMember(deps, await readProfile(deps, who.asker.userId)),
    ),

    defineRoute(
      updateMember,
      'diner',
      async ({ who, body }) => changeProfile(deps, who.asker.userId, body),
      // Each new name is announced to every phone of the table.
      { apart: { perMinute: 20, perHour: 60 } },
    ),
  ];
}
