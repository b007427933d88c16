// @module-tag sqlite
import { expect, test } from 'vitest';
import { logBehaviours } from '#contract/calls/behaviour.ts';
import { startTestServer } from '../server-under-test.ts';

const own = { BEHAVIOUR_LOG_URL: logBehaviours.path };
const body = {
  meta: { app: { name: 'lazy-susan' }, page: { url: 'https://order.example/m/1/q/1' } },
  events: [{ name: 'dish-added_production_u1_1001_t7', attributes: { product: '12' }, timestamp: 'now' }],
  exceptions: [{ type: 'TypeError', value: 'x is undefined', stacktrace: { frames: [] } }],
};

// CX9
test('events and errors of the phones are printed, one line each, without other fields', async () => {
  const server = await startTestServer({ environment: own });
  expect((await server.call(logBehaviours, { body })).data).toEqual({ taken: 2 });
  const lines = server.printed.filter((line) => line.startsWith('behaviour '));
  expect(lines.map((line) => JSON.parse(line.slice('behaviour '.length)) as unknown)).toEqual([
    { name: 'dish-added_production_u1_1001_t7', attributes: { product: '12' }, at: 'now' },
    { name: 'exception', type: 'TypeError', value: 'x is undefined' },
  ]);
});

test('invalid events are refused with their place, and so are too many', async () => {
  const server = await startTestServer({ environment: own });
  const wrong = await server.call(logBehaviours, { body: { events: [{ name: 7 }] } });
  expect(wrong).toMatchObject({ status: 400, success: false });
  expect(wrong.msg).toContain('events');
  const long = { events: [{ name: 'x'.repeat(256) }] };
  expect((await server.call(logBehaviours, { body: long })).status).toBe(400);
  expect(server.printed.filter((line) => line.startsWith('behaviour'))).toEqual([]);
});

test('a line contains no terminal controls, and no client can fill the log', async () => {
  const server = await startTestServer({ environment: own });
  const wide = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`k${n}`, 'x'.repeat(200)]));
  const long = await server.call(logBehaviours, { body: { events: [{ name: 'a', attributes: wide }] } });
  expect(long).toMatchObject({ status: 400, data: { path: 'body.events.0.attributes' } });
  const events = Array.from({ length: 100 }, () => ({ name: 'a\u009b2J\u202eb' }));
  for (let n = 0; n < 50; n += 1) await server.ask(logBehaviours, { body: { events } });
  expect(new Set(server.printed.filter((line) => line.startsWith('behaviour')))).toEqual(
    new Set(['behaviour {"name":"a2Jb","attributes":{}}']),
  );
  expect(await server.call(logBehaviours, { body: { events } })).toMatchObject({
    status: 429,
    data: { budget: 'behavioursOfAddress' },
  });
  expect(server.printed.filter((line) => line.startsWith('behaviour'))).toHaveLength(5_000);
});

test('the server accepts them only if phones are configured to send them here', async () => {
  const server = await startTestServer();
  expect((await server.call(logBehaviours, { body })).status).toBe(404);
});
