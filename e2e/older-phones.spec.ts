/** Phones of an earlier release (tests/dev/builds) at today's server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { getTableByQrcode, type TableInfo } from '#contract/calls/table.ts';
import { registerGuest, type Member } from '#contract/calls/member.ts';
import { updateCart } from '#contract/calls/cart.ts';
import type { Call } from '#contract/http/call.ts';
import { headers } from '#contract/http/headers.ts';
import { readBuild, type BuildFiles } from '#tests/dev/builds/archive.ts';
import { DinerPhone } from './support/diner.ts';
import { playScanToOrder } from './support/journey-steps.ts';
import { startProxy } from './support/proxy.ts';
import { serveBuild } from './support/serve-build.ts';
import { atLength } from './support/test.ts';

// E7, P5
test(
  'a phone of version 0.2.0 next to a present one: from the QR code to the order, with events and fields that it does not know',
  atLength,
  async ({ browser }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'older-phones-'));
    const server = await serveBuild('dist', { DATA_DIR: dataDir });
    const files = readBuild('0.2.0');
    const proxy = await startProxy({
      ports: () => [server.port],
      instead: ({ url = '/', headers: { accept = '' } }) => findFile(files, url, accept),
      change: withNewFields,
    });
    try {
      await sendEventsOfLater(server.url, '1');
      const ann = await DinerPhone.take(browser, proxy, { mayBeOlder: true });
      const mei = await DinerPhone.take(browser, server);
      await playScanToOrder(ann, mei, { table: '/m/1001/q/1', phone: '415-555-2671' });
      const script = ann.page.locator('script[type=module]').first();
      expect(files['index.html']).toContain(`src="${await script.getAttribute('src')}"`);
      expect([...ann.errors, ...mei.errors]).toEqual([]);
      const events = server.db.selectFrom('events').where('replica_id', '=', 'later');
      expect(await events.select(['id', 'rejected']).orderBy('id').execute()).toEqual([
        { id: 'later:1', rejected: null },
        { id: 'later:2', rejected: null },
      ]);
      for (const { context } of [ann, mei]) await context.close();
    } finally {
      await proxy.close();
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
};

function findFile(files: BuildFiles, url: string, accept: string) {
  const path = url.split('?', 1)[0]!.slice(1);
  const text = files[path];
  if (text !== undefined) return { type: types[path.split('.').at(-1)!] ?? 'text/plain', text };
  const isPage = accept.includes('text/html') && !/^(?:api|pictures|rt|demo)\//.test(path);
  return isPage ? { type: 'text/html', text: files['index.html']! } : undefined;
}

/** Adds a field to each object of an answer, except to maps of numbers. */
function withNewFields(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withNewFields);
  if (typeof json !== 'object' || json === null) return json;
  const values = Object.values(json);
  if (values.every((value) => typeof value === 'number')) return json;
  const fields = Object.entries(json).map(([name, value]) => [name, withNewFields(value)] as const);
  return { ...Object.fromEntries(fields), ofALaterVersion: { kind: 'later', list: [1, 'two', null] } };
}

/** Sends events as from a later release: a new type, and a new version of a known type. */
async function sendEventsOfLater(url: string, qrcode: string): Promise<void> {
  const merchantId = '1001';
  const ask = async <Data>(
    { method, path }: Pick<Call<unknown, unknown, unknown, Data>, 'method' | 'path'>,
    more: Readonly<Record<string, string>>,
    body?: unknown,
  ): Promise<Data> => {
    const answer = await fetch(url + path.replace(':id', qrcode), {
      method,
      headers: { 'content-type': 'application/json', [headers.merchantId]: merchantId, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { success, data, msg } = (await answer.json()) as { success: boolean; data: Data; msg: string };
    if (!success) throw new Error(msg);
    return data;
  };
  const guest: Member = await ask(registerGuest, {});
  const own = { [headers.authorization]: `Bearer ${guest.token}` };
  const table: TableInfo = await ask(getTableByQrcode, own);
  const at = [Date.now(), 0];
  const events = [
    { type: 'dishPraised', id: 'later:1', at, seen: {}, userId: guest.id, stars: 5 },
    {
      type: 'guestsSet',
      v: 9,
      id: 'later:2',
      at,
      seen: { later: 1 },
      userId: guest.id,
      guests: { adults: 7 },
    },
  ];
  await ask(
    updateCart,
    { ...own, [headers.tableId]: table.tableId, [headers.tableSession]: table.sessionId! },
    { merchantId, orderDetail: { orderItems: [] }, events, known: {} },
  );
}
