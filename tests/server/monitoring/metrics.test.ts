// @module-tag slow
import { describe, expect, test } from 'vitest';
import { login } from '#contract/calls/member.ts';
import { negotiate } from '#contract/calls/table.ts';
import { open } from '#tests/hub/raw-client.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, startSharedServer, startTestServer } from '../server-under-test.ts';
import { createForTests } from '#tests/for-tests.ts';

const token = 'a-token-for-the-scraper-of-figures';
const server = startSharedServer({ environment: { METRICS_TOKEN: token } });
const diner = createForTests(async () => await server.seat(await server.member('4155552671')));

async function scrapeMetrics(): Promise<string> {
  const answer = await fetch(`${server.address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  return await answer.text();
}

/** The value of one series. Labels stand in the printed order. */
async function readValue(series: string): Promise<number | undefined> {
  const line = (await scrapeMetrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

describe('metrics', () => {
  test('need the token, and are off without one', async () => {
    for (const authorization of ['', 'Bearer wrong', token]) {
      const { status } = await fetch(`${server.address}/metrics`, { headers: { authorization } });
      expect(status).toBe(401);
    }
    const closed = await startTestServer();
    expect((await fetch(`${closed.address}/metrics`)).status).toBe(404);
  });

  test('count requests by route and status, refusals by code', async () => {
    await server.call(login, { merchantId: '1001', body: {} });
    const labels = 'method="POST",route="/api/member/login",status="400"';
    expect(await readValue(`lazysusan_http_request_duration_seconds_count{${labels}}`)).toBe(1);
    expect(await readValue('lazysusan_refusals_total{code="400"}')).toBeGreaterThanOrEqual(1);
  });

  test('count events, conflicts, orders, announcements and transactions', async () => {
    const [phone, other] = [createTablePhone(server, diner, 'ra'), createTablePhone(server, diner, 'rb')];
    const { simple, soldOut } = await listDishes(server);
    await phone.send(phone.add(createItem(simple[0]!)), phone.add(createItem(soldOut)));
    await other.send(other.add(createItem(simple[0]!)));
    expect(await readValue('lazysusan_events_total{outcome="accepted",code="0"}')).toBe(2);
    expect(await readValue('lazysusan_events_total{outcome="rejected",code="2025"}')).toBe(1);
    await other.refresh();
    expect(expectData(await other.place('placement-1'))).toBeDefined();
    // The first phone does not know of the order yet.
    expect((await phone.place('placement-2')).success).toBe(false);
    expect(await readValue('lazysusan_orders_placed_total')).toBe(1);
    const text = await scrapeMetrics();
    expect(text).toMatch(/lazysusan_refusals_total\{code="(?:66666|10087)"\} 1/);
    const readCount = async (what: string, outcome: string) =>
      await readValue(`lazysusan_${what}_duration_seconds_count{outcome="${outcome}"}`);
    expect(await readCount('announce', 'taken')).toBeGreaterThanOrEqual(2);
    expect(await readCount('transaction', 'committed')).toBeGreaterThan(3);
    expect(await readValue('lazysusan_transaction_retries_total')).toBeDefined();
  });

  test('show the hub’s connections and groups, and the process’ CPU and memory', async () => {
    const query = { userId: diner.userId, tableId: diner.tableId };
    const answer = await server.call(negotiate, { ...diner, query });
    const socket = await open(expectData(answer));
    const group = String(answer.envelope['group']);
    socket.send({ type: 'joinGroup', group, ackId: 1 });
    await socket.take(({ type }) => type === 'ack');
    expect(await readValue('lazysusan_hub_connections')).toBe(1);
    expect(await readValue('lazysusan_hub_groups')).toBe(1);
    expect(await readValue('lazysusan_hub_largest_group_members')).toBe(1);
    expect(await readValue('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(await readValue('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    socket.socket.terminate();
  });

  test('contain no id, address or word of a diner in a label', async () => {
    await fetch(`${server.address}/api/order/nothing-like-${diner.userId}`);
    await fetch(`${server.address}/m/1001/q/${diner.userId}`);
    const text = await scrapeMetrics();
    for (const personal of [diner.userId, diner.sessionId, diner.tableId, diner.token, '4155552671'])
      expect(text).not.toContain(personal);
    const labels = new Set(Array.from(text.matchAll(/(\w+)="/g), ([, name]) => name));
    const ours = ['method', 'route', 'status', 'code', 'outcome', 'state', 'le'];
    const processes = ['type', 'space', 'version', 'major', 'minor', 'patch', 'kind'];
    expect([...labels].filter((name) => ![...ours, ...processes].includes(name!))).toEqual([]);
  });
});
