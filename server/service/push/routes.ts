import {
  getPush,
  pushRefused,
  renewPush,
  turnOffPush,
  turnOnPush,
  type pushRefusals,
} from '#contract/calls/push.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { readStations } from '#server/menu/stations.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findResolvedProblem } from '#server/platform/connections/allowed-address.ts';
import { Refusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { loadPushKeys, type PushKeyDeps } from '#server/platform/push/push-keys.ts';
import {
  endSubscription,
  listKindsOf,
  renewSubscription,
  storeSubscription,
} from '#server/platform/push/subscriptions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { requireRight } from '#server/service/staff/access/identify-staff.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';

interface PushDeps extends PushKeyDeps {
  readonly clock: Clock;
  readonly config: Pick<Config, 'webhookNetworks' | 'publicUrl'>;
}

/** The calls with which a person turns notifications on and off on their device. */
export function createPushRoutes(deps: PushDeps): Route[] {
  const { db, clock, config } = deps;
  const toSubscriber = ({ merchantId, by, key }: Staff) => ({
    merchantId,
    session: key,
    person: by.name,
    now: clock.now(),
  });
  return [
    defineStaffRoute(getPush, async (merchantId, { who: { language } }, { may }) => ({
      key: (await loadPushKeys(deps))?.publicKey ?? null,
      kinds: 'role' in may ? [...listKindsOf(may.role)] : [],
      stations: (await readStations(db, merchantId)).all.map(({ id, name }) => ({
        id,
        name: chooseText(name, language),
      })),
    })),
    defineStaffRoute(turnOnPush, async (_merchantId, { body, header, who: { language } }, staff) => {
      const { endpoint, keys, kinds, station } = body;
      if (kinds.some((kind) => kind !== 'orders')) requireRight(staff.may, 'service');
      if (!(await loadPushKeys(deps))) throw refuse('lacksKey');
      if ((await findResolvedProblem(endpoint, config.webhookNetworks)) !== undefined)
        throw refuse('notPublic');
      const given = { endpoint, ...keys, kinds, station, language, origin: originOf(header, config) };
      if (!(await storeSubscription(db, toSubscriber(staff), given))) throw refuse('tooMany');
      return { choice: { kinds, station }, problem: null };
    }),
    defineStaffRoute(renewPush, async (_merchantId, { body: { endpoint } }, staff) => {
      const found = await renewSubscription(db, toSubscriber(staff), endpoint);
      return { choice: found?.choice ?? null, problem: found?.problem ?? null };
    }),
    defineStaffRoute(turnOffPush, async (_merchantId, { body: { endpoint } }) => ({
      off: await endSubscription(db, endpoint),
    })),
  ];
}

/** The address that push services see. They accept `https` only, as browsers subscribe on such pages only. */
function originOf(
  header: (name: string) => string | undefined,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const origin = publicUrl ?? header('Origin') ?? '';
  return origin.startsWith('https://') ? origin : `https://${header('Host') ?? 'localhost'}`;
}

function refuse(reason: (typeof pushRefusals)[number]): Refusal {
  return new Refusal(pushRefused, getServerTexts(`push.${reason}`), { data: { reason } });
}
