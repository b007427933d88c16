import { changeHouse, getHouse, houseSheet, settlePending, type House } from '#contract/calls/house.ts';
import { houseHistory, takeBackHouseChange } from '#contract/calls/house-history.ts';
import { lookAtSetUp, setUpRestaurant } from '#contract/calls/set-up.ts';
import { findAddressBlock } from '#server/platform/http/guard/address-block.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import { announceMenuChanged, announceToStaff } from '#server/ordering/realtime/announce.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { rememberDevice, type DeviceDeps } from '#server/service/staff/access/device.ts';
import { hasRight, readIdentity } from '#server/service/staff/access/identify-staff.ts';
import { createLoginTurns } from '#server/service/staff/access/login-turns.ts';
import {
  disconnectScreens,
  openStaffSession,
  type StaffSessionDeps,
} from '#server/service/staff/access/staff-sessions.ts';
import { findPageProblem, type PageDeps } from '#server/service/payments/payment-page.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { readSettingsHistory, revertSettingsChange } from './history.ts';
import { applyPending, discardPending } from './settle-pending.ts';
import { readHouse, readRestaurant, writeSettings, type SettingsDeps } from './write-settings.ts';
import { requireSetUpCode, createRestaurant, type SetUpDeps } from './set-up.ts';
import { createSheet } from './sheet/sheet.ts';

type Deps = SettingsDeps &
  StaffSessionDeps &
  DeviceDeps &
  HubDeps &
  LimiterDeps &
  Pick<SetUpDeps, 'pictures'> & { readonly config: PageDeps['config'] };

/** The calls for the settings of a restaurant, and for the set-up of a new one. */
export function createSettingsRoutes(deps: Deps): Route[] {
  const { db, config } = deps;
  const loginTurns = createLoginTurns(deps);
  // The login turns limit these calls already, so they need no rate limit of their own.
  const codeRate = { apart: { perMinute: 0 } } as const;

  const announceChange = async (merchantId: string) => {
    await Promise.all([announceMenuChanged(deps, merchantId), announceToStaff(deps, merchantId)]);
  };

  const withPaymentProblem = (merchantId: string, house: House): House => {
    const paymentProblem = findPageProblem(config, merchantId, house.settings.paymentPage);
    return { ...house, ...(paymentProblem && { paymentProblem }) };
  };

  return [
    defineStaffRoute(getHouse, async (merchantId, { who: { language } }) => {
      const house = await runInTransaction(db, (trx) => readHouse(trx, deps, { merchantId, language }));
      return withPaymentProblem(merchantId, house);
    }),
    defineStaffRoute(changeHouse, async (merchantId, { body, who: { language } }, { by: { name }, may }) => {
      const author = { name, way: 'page' } as const;
      const mayLimitManagers = hasRight(may, 'people');
      const house = await writeSettings(deps, { merchantId, language, author, mayLimitManagers }, body);
      await announceChange(merchantId);
      return withPaymentProblem(merchantId, house);
    }),
    defineStaffRoute(settlePending, async (merchantId, { body: { version, does }, who: { language } }) => {
      const settle = does === 'apply' ? applyPending : discardPending;
      const house = await settle(deps, { merchantId, language }, version);
      await announceChange(merchantId);
      return withPaymentProblem(merchantId, house);
    }),
    defineStaffRoute(houseHistory, async (merchantId, { query: { before } }, { may }) =>
      readSettingsHistory(db, { merchantId, mayPeople: hasRight(may, 'people') }, before),
    ),
    defineStaffRoute(
      takeBackHouseChange,
      async (merchantId, { body: { id }, who: { language } }, { by, may }) => {
        const mayPeople = hasRight(may, 'people');
        const asked = { merchantId, mayPeople, id, language, by: by.name };
        const { house, isOfPeople } = await revertSettingsChange(deps, asked);
        if (isOfPeople) disconnectScreens(deps, merchantId);
        await announceChange(merchantId);
        return house;
      },
    ),
    defineStaffRoute(houseSheet, async (merchantId, { body: { origin, tableIds } }) =>
      createSheet(await readRestaurant(db, merchantId), config.publicUrl ?? origin, tableIds),
    ),

    defineRoute(
      lookAtSetUp,
      'nothing',
      async ({ body: { code }, who: { address } }) => {
        const reportSuccess = await loginTurns.wait(findAddressBlock(address));
        await requireSetUpCode(deps, code);
        reportSuccess();
        return { isGood: true };
      },
      codeRate,
    ),
    defineRoute(
      setUpRestaurant,
      'nothing',
      async ({ body, who: { address, language }, setHeader }) => {
        const reportSuccess = await loginTurns.wait(findAddressBlock(address));
        await requireSetUpCode(deps, body.code);
        reportSuccess();
        const { merchantId, personId } = await createRestaurant(deps, body);
        const name = body.owner.name.trim();
        setHeader('Set-Cookie', [
          await openStaffSession(deps, merchantId, name, personId),
          await rememberDevice(deps, merchantId),
        ]);
        const by = { kind: 'staff', name } as const;
        return await readIdentity(db, { merchantId, by, may: { role: 'owner' } }, language);
      },
      codeRate,
    ),
  ];
}
