import { apiClient } from './faults/api-client.ts';
import { deskFaults } from './faults/desk.ts';
import { engine } from './faults/engine.ts';
import { hubAndContract } from './faults/hub-and-contract.ts';
import { identityFaults } from './faults/identity.ts';
import { kitchen } from './faults/kitchen.ts';
import { menuDraft } from './faults/menu-draft.ts';
import { menuFile } from './faults/menu-file.ts';
import { merge } from './faults/merge.ts';
import type { Mutant } from './mutant.ts';
import { navigation } from './faults/navigation.ts';
import { orders } from './faults/orders.ts';
import { replay } from './faults/replay.ts';
import { staffFaults } from './faults/staff.ts';
import { store } from './faults/store.ts';
import { webhook } from './faults/webhook.ts';

/** Every fault, by the area whose name `npm run mutants:by-hand -- NAME` takes. */
export const areas: Readonly<Record<string, readonly Mutant[]>> = {
  merge,
  engine,
  orders,
  'api-client': apiClient,
  identity: identityFaults,
  kitchen,
  staff: staffFaults,
  desk: deskFaults,
  store,
  webhook,
  'hub-and-contract': hubAndContract,
  navigation,
  'menu-file': menuFile,
  'menu-draft': menuDraft,
  replay,
};
