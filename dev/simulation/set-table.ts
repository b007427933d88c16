/** Creates a simulated table, and performs the steps of a plan on it. Test runs and the public demo share it. */
import { rejections } from '#contract/codes.ts';
import { hashView } from '#projections/merge/view-json.ts';
import type { CartTransport } from '#sync/ports/transport.ts';
import { findPlainDisagreement } from './checks/snapshot-checks.ts';
import { findDisagreement } from './checks/final-checks.ts';
import { Watch } from './checks/watch.ts';
import { strike } from './world/fate.ts';
import { Device, type Setting } from './phones/device.ts';
import { act, askPlacement, place } from './phones/diner.ts';
import type { Plan, Step } from './plan/plan.ts';
import type { TableRules } from './real-rules.ts';
import { PlainServer } from './servers/snapshot-server.ts';
import { TableServer } from './servers/table-server.ts';
import { TableGroups } from './wire/group.ts';
import type { World } from './world/world.ts';

/** The rules of the servers, and the faults of the transport. */
export interface Servers {
  readonly rules: TableRules;
  /** Wraps a phone's transport. Default: no change. */
  readonly transport?: (way: CartTransport) => CartTransport;
}

export interface SetTable {
  readonly setting: Setting;
  readonly devices: readonly Device[];
}

/** The start of virtual time: wall clock, ms. */
export const startOfTime = 1_700_000_000_000;

/** Creates the server and the phones of a plan. The caller opens the phones. */
export function setTable(
  world: World,
  { rules, transport = (way) => way }: Servers,
  {
    server: kind,
    switches = {},
    devices: phones,
    checkpointEvery,
  }: Pick<Plan, 'server' | 'switches' | 'devices' | 'checkpointEvery'>,
): SetTable {
  const groups = new TableGroups(world);
  const watch = new Watch(world);
  const server = new TableServer(
    world,
    rules,
    checkpointEvery,
    ({ sessionId, version, view }) =>
      groups.announce(sessionId, { version, known: view.known, digest: hashView(view), sessionId }),
    (event, code) => {
      // The phone creates an event again that was ahead of the server's clock.
      if (code !== rejections.clockAhead) watch.ledger.recordRejection(event);
      else watch.ledger.recordRecreated(event);
    },
  );
  const diners = [...new Set(phones.map(({ userId }) => userId))];
  const plain =
    kind === 'plain'
      ? new PlainServer(world, diners, switches, (message) => groups.inject('', message, undefined))
      : undefined;
  if (plain) world.count('plain');
  const outage = { until: 0 };
  const setting: Setting = {
    world,
    server,
    plain,
    phones,
    groups,
    watch,
    outage,
    unsent: [],
    transport,
  };
  return { setting, devices: phones.map((phone, index) => new Device(setting, index, phone)) };
}

/** Performs a step of a plan. */
export function carryOut(setting: Setting, devices: readonly Device[], step: Step): void {
  const device = devices[step.device % devices.length]!;
  const tab = device.tabs[step.tab % device.tabs.length]!;
  switch (step.kind) {
    case 'add':
    case 'decrease':
    case 'editNotes':
    case 'clear':
    case 'setGuests':
    case 'setOrderType':
      return act(tab, step);
    case 'place':
      place(tab, step);
      if (step.twice) {
        setting.world.count('placedWithTwoTaps');
        place(tab, step);
      }
      return;
    case 'askPlacement':
      return askPlacement(tab, step.keepOn);
    default:
      return strike(setting, devices, device, step);
  }
}

/** The first difference between the phones and their server. Undefined if they agree. */
export function describeDisagreement(
  { server, plain }: Setting,
  devices: readonly Device[],
): string | undefined {
  return plain ? findPlainDisagreement(devices, plain) : findDisagreement(devices, server);
}
