import { describe, expect, test } from 'vitest';
import { isPage } from '#server/platform/http/phone/known-paths.ts';
import { showsPage } from '#src/shell/worker/shell-pages.ts';
import { isTakeOver, takeOver } from '#client/version/take-over-message.ts';

describe('the pages that the kept shell answers for', () => {
  test.each([
    '/', '/zh-tw', '/zh-tw/', '/home', '/zh-tw/home', '/m/1001/q/1', '/zh-tw/m/1001/q/1', '/merchant/1001',
    '/merchant/1001/order', '/zh-tw/merchant/1001/order', '/merchant/1001/order-detail/o1', '/scan/result', '/test', '/staff', '/zh-tw/staff', '/staff/numbers', '/staff/set-up',
  ])('%s, like the server', (path) => {
    expect([showsPage(path), isPage(path)]).toEqual([true, true]);
  }); // prettier-ignore

  test.each([
    '/api/member', '/demo/inbox', '/rt/client/hubs/tables', '/assets/main.js', '/pictures/a.webp', '/health',
    '/privacy.html', '/builds/latest.json', '/service-worker.js', '/zh-twm/1001', '/nowhere', '/staff/nothing', '/staffroom',
  ])('not %s', (path) => {
    expect([showsPage(path), isPage(path)]).toEqual([false, false]);
  }); // prettier-ignore
});

test('a waiting worker gives way only to a page of its own build', () => {
  expect(isTakeOver(takeOver('b2'), 'b2')).toBe(true);
  expect(isTakeOver(takeOver('b1'), 'b2')).toBe(false);
  for (const other of [undefined, null, 'take-over', { type: 'CACHE_URLS' }])
    expect(isTakeOver(other, 'b2')).toBe(false);
});
