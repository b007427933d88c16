/** What the phone stores about a table, and when it deletes it. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type * as Diner from '#client/api/diner-state.ts';
import { table } from '../api-scene.ts';
import { stubPage } from '../test-storage.ts';

const { local, session } = stubPage();
const listeners: ((event: { key: string | null }) => void)[] = [];
let diner: typeof Diner;
beforeAll(async () => {
  const addEventListener = (_: string, listener: (typeof listeners)[number]) => listeners.push(listener);
  vi.stubGlobal('window', { addEventListener });
  diner = await import('#client/api/diner-state.ts');
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  diner.updateDiner({ merchantId: '1001', table });
  session.setItem('order-type', '0');
  local.setItem('guest-count', '3');
});
const readChoices = () => [session.getItem('order-type'), local.getItem('guest-count')];

// CF17, CF18, CB11
test('order type and number of guests are deleted with the table: on leaving it, at a logout, at a 401', () => {
  diner.updateDiner({ token: 'a' });
  expect(readChoices()).toEqual(['0', '3']);
  diner.updateDiner({ token: undefined, table: undefined });
  expect(readChoices()).toEqual([null, null]);
  expect(local.getItem('table-id')).toBeNull();
});

// CF18
test('a logout in another tab deletes them in this tab, too', () => {
  diner.followOtherTabs();
  local.removeItem('table');
  listeners[0]!({ key: 'member-id' });
  expect(readChoices()).toEqual([null, null]);
  expect(diner.dinerState.value.table).toBeUndefined();
});

// CF17, CF18
test('every phone at the table stores the table’s present choice', async () => {
  const { storeChoices } = await import('#src/features/table/stored-choices.ts');
  storeChoices(table, { guests: 5, orderType: 2, loaded: true });
  expect(readChoices()).toEqual(['2', '5']);
  storeChoices(table, { guests: 0, orderType: null, loaded: false });
  expect(readChoices(), 'the table has not answered yet').toEqual(['2', '5']);
  storeChoices(table, { guests: 0, orderType: 2, loaded: true });
  expect(readChoices(), 'CB23: started again').toEqual(['2', null]);
  storeChoices(undefined, { guests: 7, orderType: 0, loaded: true });
  expect(readChoices()).toEqual(['2', null]);
});
