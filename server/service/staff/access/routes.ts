import {
  addPerson as addPersonCall,
  changePerson as changePersonCall,
  freePin,
  knowDevice,
  listPeople,
  loginWithPin,
  makeDeviceCode,
  removePerson as removePersonCall,
  staffDoor,
} from '#contract/calls/people.ts';
import {
  createStaffToken,
  listStaffTokens,
  revokeStaffToken,
  staffLogin,
  staffLogout,
  staffLogoutEverywhere,
  chooseLanguage,
  staffWhoAmI,
} from '#contract/calls/staff.ts';
import { findAddressBlock } from '#server/platform/http/guard/address-block.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudget } from '#server/platform/http/routes/rate-limits.ts';
import { defineRoute, type Request, type Route } from '#server/platform/http/routes/route.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { staffCallsPerMinute, defineStaffRoute } from '../staff-route.ts';
import { createAccessCode } from './access-codes.ts';
import { forgetDevices, identifyDevice, rememberDevice, type DeviceDeps } from './device.ts';
import { readIdentity } from './identify-staff.ts';
import { logInWithCode, logInWithPassword, logInWithPin } from './log-in.ts';
import { createLoginTurns } from './login-turns.ts';
import {
  addPerson,
  changePerson,
  unlockPin,
  hasPin,
  readPeople,
  readPeopleWithLockouts,
  removePerson,
} from './people.ts';
import { restorePinAttempts } from './pins.ts';
import {
  chooseSessionLanguage,
  closeStaffSession,
  disconnectScreens,
  endAllStaffSessions,
  createEndedSessionCookie,
  type StaffSessionDeps,
} from './staff-sessions.ts';
import { createSystemToken, revokeSystemToken, listSystemTokens } from './system-tokens.ts';

export type AccessDeps = StaffSessionDeps & DeviceDeps & HubDeps & LimiterDeps & { readonly random: Random };

/** No pace of its own: these calls wait for a login turn, or are counted per device. */
const inLine = { apart: { perMinute: 0 } } as const;
const ofStrangers = { apart: { perMinute: staffCallsPerMinute } } as const;

/** Per known device, or for all other devices behind an address. A page asks once for the people who work there. */
const visitsPerMinute = 240;

/** How people and systems log in, how that ends, and who may. */
export function createAccessRoutes(deps: AccessDeps): Route[] {
  return [
    ...loginRoutes(deps),
    ...createSessionRoutes(deps),
    ...createPeopleRoutes(deps),
    ...createTokenRoutes(deps),
  ];
}

function loginRoutes(deps: AccessDeps): Route[] {
  const { db, passwords } = deps;
  const login = { ...deps, turns: createLoginTurns(deps) };
  const visits = createBudget(deps.limiters, 'knocksAtStaffDoor', visitsPerMinute);
  /** Counts known devices separately, so that guests in the restaurant's network cannot block its tablets. */
  const countVisit = async (
    merchantId: string,
    { header, who }: Pick<Request<'nothing', unknown, unknown, unknown>, 'header' | 'who'>,
  ) => {
    const device = await identifyDevice(deps, merchantId, header);
    await visits.spend(device === undefined ? findAddressBlock(who.address) : `${merchantId}/${device}`);
    return device;
  };

  return [
    defineRoute(
      staffLogin,
      'nothing',
      async ({ body: { merchantId, password, name = '' }, who, header, setHeader }) => {
        const attempt = { merchantId, address: who.address, header };
        const { staff, cookies } = await logInWithPassword(login, attempt, { password, name: name.trim() });
        setHeader('Set-Cookie', cookies);
        return await readIdentity(db, staff, who.language);
      },
      inLine,
    ),
    defineRoute(
      loginWithPin,
      'nothing',
      async ({ body: { merchantId, personId, pin }, who, header, setHeader }) => {
        const device = await countVisit(merchantId, { who, header });
        const { staff, cookies, language } = await logInWithPin(
          login,
          { merchantId, device },
          { personId, pin },
        );
        setHeader('Set-Cookie', cookies);
        return {
          ...(await readIdentity(db, staff, language ?? who.language)),
          ...(language && { language }),
        };
      },
      inLine,
    ),
    defineRoute(
      knowDevice,
      'nothing',
      async ({ body: { code }, who, setHeader }) => {
        const { merchantId, cookies } = await logInWithCode(login, who.address, code);
        setHeader('Set-Cookie', cookies);
        return { merchantId };
      },
      inLine,
    ),
    defineRoute(
      staffDoor,
      'nothing',
      async ({ query: { merchantId }, who, header }) => {
        const isKnown = (await countVisit(merchantId, { who, header })) !== undefined;
        const people = isKnown ? (await readPeople(db, merchantId)).filter(hasPin) : [];
        return {
          isKnown,
          people: people.map(({ id, name }) => ({ id, name })),
          takesPassword: passwords.isThereFor(merchantId),
        };
      },
      inLine,
    ),
    defineRoute(
      staffLogout,
      'nothing',
      async ({ header, setHeader }) => {
        setHeader('Set-Cookie', await closeStaffSession(deps, header));
        return { loggedOut: true };
      },
      ofStrangers,
    ),
  ];
}

function createSessionRoutes(deps: AccessDeps): Route[] {
  const { db } = deps;
  return [
    defineStaffRoute(staffLogoutEverywhere, async (merchantId, { setHeader }) => {
      await forgetDevices(db, merchantId);
      const ended = await endAllStaffSessions(deps, merchantId);
      // This device stays known, so that its owner can log in by PIN. A restaurant may have no password.
      setHeader('Set-Cookie', [
        createEndedSessionCookie(deps.config),
        await rememberDevice(deps, merchantId),
      ]);
      return { ended };
    }),
    defineStaffRoute(chooseLanguage, async (_merchantId, { body: { language } }, staff) => ({
      chosen: await chooseSessionLanguage(db, staff, language),
    })),
    defineStaffRoute(staffWhoAmI, (_merchantId, { who: { language } }, staff) =>
      readIdentity(db, staff, language),
    ),
  ];
}

function createPeopleRoutes(deps: AccessDeps): Route[] {
  const { db } = deps;
  return [
    defineStaffRoute(listPeople, async (merchantId) => ({
      people: await readPeopleWithLockouts(db, merchantId, deps.clock.now()),
    })),
    defineStaffRoute(freePin, async (merchantId, { body: { id } }, { by }) => {
      const { name } = await unlockPin(db, merchantId, id);
      deps.log.warn({ merchantId, person: name, by: by.name }, 'the wrong PINs of a person were reset');
      return { freed: true };
    }),
    defineStaffRoute(addPersonCall, async (merchantId, { body }, { by }) => ({
      person: await addPerson(deps, merchantId, body, toAuthor(by)),
    })),
    defineStaffRoute(changePersonCall, async (merchantId, { body }, { by }) => {
      const { pin, ...rest } = body;
      const person = await changePerson(deps, merchantId, body, toAuthor(by));
      if (pin === undefined) return { person };
      await runInTransaction(db, (trx) => restorePinAttempts(trx, `${rest.id} %`));
      disconnectScreens(deps, merchantId);
      return { person };
    }),
    defineStaffRoute(removePersonCall, async (merchantId, { body: { id } }, { by }) => {
      const removed = await removePerson(deps, merchantId, id, toAuthor(by));
      if (removed) disconnectScreens(deps, merchantId);
      return { removed };
    }),
  ];
}

function createTokenRoutes(deps: AccessDeps): Route[] {
  const { db } = deps;
  return [
    defineStaffRoute(makeDeviceCode, (merchantId) => createAccessCode(deps, { kind: 'device', merchantId })),

    defineStaffRoute(listStaffTokens, async (merchantId) => ({
      tokens: await listSystemTokens(db, merchantId),
    })),
    defineStaffRoute(createStaffToken, async (merchantId, { body }) =>
      createSystemToken(deps, merchantId, body),
    ),
    defineStaffRoute(revokeStaffToken, async (merchantId, { body: { id } }) => ({
      revoked: await revokeSystemToken(db, merchantId, id),
    })),
  ];
}

/** The author of a change that a person makes on the staff page. */
function toAuthor({ name }: { readonly name: string }) {
  return { name, way: 'page' } as const;
}
