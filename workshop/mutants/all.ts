import { apiClient } from './api-client.ts';
import { engine } from './engine.ts';
import { hubAndContract } from './hub-and-contract.ts';
import { identityFaults } from './identity.ts';
import { menuFile } from './menu-file.ts';
import { merge } from './merge.ts';
import type { Mutant } from './mutant.ts';
import { navigation } from './navigation.ts';
import { orders } from './orders.ts';
import { replay } from './replay.ts';
import { store } from './store.ts';
import { webhook } from './webhook.ts';

/** Every fault, by the area whose name `npm run mutants -- NAME` takes. */
export const areas: Readonly<Record<string, readonly Mutant[]>> = {
  merge,
  engine,
  orders,
  'api-client': apiClient,
  identity: identityFaults,
  store,
  webhook,
  'hub-and-contract': hubAndContract,
  navigation,
  'menu-file': menuFile,
  replay,
};
