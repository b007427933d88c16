/** The diner as cookies and storage keep them, over a reload and from tab to tab. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as Diner from '#client/api/diner-state.ts';
import { createMember } from '../api-scene.ts';
import { stubPage, type testDocument } from '../test-storage.ts';

let page: ReturnType<typeof testDocument>;
let local: Storage;
let diner: typeof Diner;
let hear: (event: { key: string | null }) => void;

beforeEach(async () => {
  ({ page, local } = stubPage());
  vi.stubGlobal('window', { addEventListener: (_: string, listener: typeof hear) => (hear = listener) });
  diner = await reloadPage();
});
afterEach(() => vi.unstubAllGlobals());

async function reloadPage(): Promise<typeof Diner> {
  vi.resetModules();
  return await import('#client/api/diner-state.ts');
}

const member = createMember('m1', {
  name: 'Ann 李',
  firstName: 'Ann 李',
  languagePreference: '',
  registrationState: 2,
});
const table = { merchantId: '1001', tableId: '露台 3', tableName: 'Terrace', qrcodeId: '1', sessionId: 's1' };
const earlier = { sessionId: 's1', userIds: ['g1', 'g2'] };
const known = { token: 'a;b=c %', member, earlier, merchantId: '1001', table, browserId: 'b1' };
const nothing = {
  token: undefined,
  member: undefined,
  earlier: undefined,
  merchantId: undefined,
  table: undefined,
};
const listKeys = () => Array.from({ length: local.length }, (_, n) => String(local.key(n))).toSorted();

describe('the next page finds', () => {
  // CF15
  test('the diner and the table', async () => {
    diner.updateDiner(known);
    expect(listKeys()).toEqual([
      'earlier-ids',
      'member-id',
      'member-name',
      'table',
      'table-id',
      'table-name',
    ]);
    expect((await reloadPage()).dinerState.value).toEqual({ ...known, language: 'en-US' });
  });

  test('only the browser’s id after the diner has left', async () => {
    diner.updateDiner(known);
    diner.updateDiner(nothing);
    expect(listKeys()).toEqual([]);
    expect((await reloadPage()).dinerState.value).toEqual({ ...nothing, language: 'en-US', browserId: 'b1' });
  });

  test('CU3: a session without a table, and no empty table with it', async () => {
    const toGo = { ...table, tableId: '', tableName: '' };
    diner.updateDiner({ table: toGo });
    expect(listKeys()).toEqual(['table']);
    expect((await reloadPage()).dinerState.value.table).toEqual(toGo);
  });

  test('the same id of the browser', async () => {
    const { browserId } = diner.dinerState.value;
    expect(browserId).not.toBe('');
    expect((await reloadPage()).dinerState.value.browserId).toBe(browserId);
  });

  test('no member if the token is gone', async () => {
    diner.updateDiner(known);
    page.cookie = 'token=; Max-Age=0';
    expect((await reloadPage()).dinerState.value.member).toBeUndefined();
  });
});

test('a browser that stores nothing keeps the state as long as the page', async () => {
  const denyAccess = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denyAccess, setItem: denyAccess, removeItem: denyAccess });
  diner = await reloadPage();
  diner.updateDiner(known);
  expect(diner.dinerState.value).toMatchObject(known);
});

describe('another tab', () => {
  test.each(['member-id', 'table', null])(
    'that changed %s is followed, in the language of this tab',
    (key) => {
      diner.followOtherTabs();
      diner.updateDiner({ ...known, language: 'zh-TW' });
      local.clear();
      page.cookie = 'token=bob; Path=/';
      local.setItem('member-id', 'm2');
      hear({ key });
      const { token, member: other, table: none, language } = diner.dinerState.value;
      expect([token, other?.id, none, language]).toEqual(['bob', 'm2', undefined, 'zh-TW']);
    },
  );

  test('that changed other values is not followed', () => {
    diner.followOtherTabs();
    diner.updateDiner(known);
    local.clear();
    hear({ key: 'theme' });
    expect(diner.dinerState.value).toMatchObject(known);
  });
});

test('of another program writes there, and a page still opens', () => {
  diner.followOtherTabs();
  const text = fc.oneof(fc.string(), fc.json({ maxDepth: 1 }), fc.constantFrom('%', '%E0%A4%A', 'NaN', ''));
  const part = fc.oneof(fc.string(), fc.array(fc.string()), fc.jsonValue({ maxDepth: 1 }));
  const createShapes = (names: readonly string[]) =>
    fc
      .record(Object.fromEntries(names.map((name) => [name, part])), { requiredKeys: [] })
      .map((each) => JSON.stringify(each));
  const storage = fc.dictionary(
    fc.constantFrom('table', 'earlier-ids', 'member-id', 'member-name'),
    fc.oneof(
      text,
      createShapes(['sessionId', 'userIds']),
      createShapes(['merchantId', 'tableId', 'tableName', 'qrcodeId', 'sessionId']),
    ),
  );
  const value = text.map((each) => each.replaceAll(/[;\s]/g, ''));
  const cookies = fc.dictionary(fc.constantFrom('token', 'merchantId', 'registrationState', 'uuid'), value);
  fc.assert(
    fc.property(storage, cookies, (stored, baked) => {
      local.clear();
      for (const [key, each] of Object.entries(stored)) local.setItem(key, each);
      for (const name of ['token', 'merchantId', 'registrationState', 'uuid'])
        page.cookie = `${name}=; Max-Age=0`;
      for (const [name, each] of Object.entries(baked)) page.cookie = `${name}=${each}`;
      hear({ key: null });
      const state = diner.dinerState.value;
      const texts = [...Object.values(state.table ?? {}), ...(state.earlier?.userIds ?? []), state.browserId];
      expect(texts.every((each: unknown) => typeof each === 'string')).toBe(true);
      expect(state.browserId === '' || Number.isNaN(state.member?.registrationState)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});
