// @module-tag slow
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startServer } from '../server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';

/** An OTLP collector. It keeps the bodies, whose texts are readable between the bytes of the encoding. */
const collector = createForTests(
  async () => {
    const received: { path: string; body: string }[] = [];
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push({ path: request.url!, body: body.toString('latin1') });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((ready) => server.once('listening', ready));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const read = (path: string) => received.flatMap((each) => (each.path === path ? each.body : [])).join('');
    return { address, received, read, close: () => server.close() };
  },
  ({ close }) => close(),
);

/** Runs a server that seats a diner, and stops it. */
async function runServer(environment: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const server = await startServer({ environment });
  try {
    await server.seat(await server.guest());
  } finally {
    await server.dispose();
    vi.unstubAllEnvs();
  }
}

test('a collector gets spans of requests and queries, and durations, without the values in them', async () => {
  await runServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_SERVICE_NAME: 'tables-7' });
  const traces = collector.read('/v1/traces');
  expect(traces).toContain('GET /api/');
  expect(traces).toContain('http.response.status_code');
  expect(traces).toContain('db.query.text');
  expect(traces).toMatch(/insert into "\w+"/);
  expect(traces).toContain('tables-7');
  expect(traces).not.toContain('Bearer');
  expect(collector.read('/v1/metrics')).toContain('http.server.request.duration');
});

test('nothing is sent without an endpoint, and each signal can be turned off', async () => {
  collector.received.length = 0;
  await runServer({});
  expect(collector.received).toEqual([]);
  await runServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.address, OTEL_TRACES_EXPORTER: 'none' });
  expect(collector.received.map(({ path }) => path)).not.toContain('/v1/traces');
  expect(collector.read('/v1/metrics')).toContain('http.server.request.duration');
});

test('a collector that is away does not fail the stop', async () => {
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
  };
  await expect(runServer(environment)).resolves.toBeUndefined();
});
