/** The checklist of a restaurant that is about to open (CX52). */
import { expect, test } from 'vitest';
import { dismissReadiness, getReadiness } from '#contract/calls/readiness.ts';
import { readReadiness } from '#server/back-office/readiness/readiness.ts';
import { changeSettings, createFulfilment } from '../fulfilment/fulfilment-for-tests.ts';
import { expectData } from '../server-under-test.ts';

const { clock, server, person, partyWithOrder } = createFulfilment({
  PUBLIC_URL: 'http://localhost:5173',
});
const read = async () => expectData(await server.call(getReadiness, await person()));
const readStates = async () =>
  Object.fromEntries((await read()).items.map(({ item, state }) => [item, state]));

test('CX52: each item shows whether it is ready, and becomes ready by itself', async () => {
  expect(await readStates()).toMatchObject({
    address: 'missing',
    hours: 'missing',
    payments: 'missing',
    printer: 'missing',
    testOrder: 'missing',
  });
  const restore = await changeSettings(server, { openingHours: [{ from: '11:00', to: '22:00' }] });
  expect((await readStates())['hours']).toBe('ready');
  await restore();
  await partyWithOrder();
  expect((await readStates())['testOrder']).toBe('ready');
  const config = { ...server.deps.config, publicUrl: 'https://order.example' };
  const { items } = await readReadiness({ ...server.deps, config }, '1001');
  expect(items).toContainEqual({ item: 'address', state: 'ready' });
});

test('CX52: an unused connection is not ready, and a failing one says so', async () => {
  const config = { ...server.deps.config, hasInbox: false, smsWebhook: undefined };
  const readTextsState = async () =>
    (await readReadiness({ ...server.deps, config }, '1001')).items.find(({ item }) => item === 'texts')!.state;
  expect(await readTextsState()).toBe('missing');
  const row = { merchant_id: '1001', kind: 'texts', provider: 'vonage', fields: '{}', secrets: '' };
  const rest = { changed_at: clock.now(), changed_by: '', worked_at: null, problem: null, problem_at: null };
  await server.db.insertInto('connections').values({ ...row, ...rest }).execute();
  expect(await readTextsState()).toBe('untested');
  const change = async (fields: object) =>
    void (await server.db.updateTable('connections').set(fields).where('merchant_id', '=', '1001').execute());
  await change({ worked_at: clock.now() });
  expect(await readTextsState()).toBe('ready');
  await change({ problem: JSON.stringify({ kind: 'refused', detail: '' }) });
  expect(await readTextsState()).toBe('failing');
  await server.db.deleteFrom('connections').execute();
}); // prettier-ignore

test('CX52: an owner hides the list, and shows it again', async () => {
  const config = { ...server.deps.config, demo: false };
  const isDismissed = async () => (await readReadiness({ ...server.deps, config }, '1001')).isDismissed;
  const dismiss = async (body: { isDismissed: boolean }) => {
    expectData(await server.call(dismissReadiness, { ...(await person()), body }));
    return await isDismissed();
  };
  expect(await isDismissed()).toBe(false);
  expect(await dismiss({ isDismissed: true })).toBe(true);
  expect(await dismiss({ isDismissed: true })).toBe(true);
  expect(await dismiss({ isDismissed: false })).toBe(false);
  // The staff pages of the demo restaurants never show it.
  expect((await read()).isDismissed).toBe(true);
});
