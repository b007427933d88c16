import { describe, expect, test } from 'vitest';
import { isPage, isStaffPath } from '#server/platform/http/phone/known-paths.ts';
import { isDinersPage } from '#src/shell/worker/diners-pages.ts';
import { isStaffPage } from '#staff/routes.ts';
import { isTakeOver, createTakeOver } from '#client/version/take-over-message.ts';

/** Which service worker answers for a path, and which document the server gives. */
const getWorkers = (path: string) => ({ diners: isDinersPage(path), staff: isStaffPage(path) });
const getDocuments = (path: string) => ({
  diners: isPage(path) && !isStaffPath(path),
  staff: isPage(path) && isStaffPath(path),
});

describe('pages that a stored document is used for', () => {
  test.each([
    '/', '/zh-tw', '/zh-tw/', '/home', '/zh-tw/home', '/m/1001/q/1', '/zh-tw/m/1001/q/1', '/merchant/1001',
    '/merchant/1001/order', '/zh-tw/merchant/1001/order', '/merchant/1001/order-detail/o1', '/scan/result', '/test',
  ])('%s is the diners’, like on the server', (path) => {
    expect(getWorkers(path)).toEqual({ diners: true, staff: false });
    expect(getDocuments(path)).toEqual({ diners: true, staff: false });
  }); // prettier-ignore

  test.each([
    '/staff', '/staff/', '/zh-tw/staff', '/staff/menu', '/staff/house', '/staff/numbers', '/staff/printers', '/zh-tw/staff/till',
    '/staff/connections', '/zh-tw/staff/me', '/staff/set-up',
  ])('%s is the restaurant’s, like on the server', (path) => {
    expect(getWorkers(path)).toEqual({ diners: false, staff: true });
    expect(getDocuments(path)).toEqual({ diners: false, staff: true });
  }); // prettier-ignore

  test.each([
    '/api/member', '/demo/inbox', '/rt/client/hubs/tables', '/assets/main.js', '/pictures/a.webp', '/health',
    '/privacy.html', '/builds/latest.json', '/service-worker.js', '/zh-twm/1001', '/nowhere', '/staff/nothing', '/staffroom',
    '/staff.html', '/staff-worker.js', '/staff.webmanifest',
  ])('%s is no page', (path) => {
    expect(getWorkers(path)).toEqual({ diners: false, staff: false });
    expect(getDocuments(path)).toEqual({ diners: false, staff: false });
  }); // prettier-ignore
});

test('a waiting worker is replaced only for a page of its own build', () => {
  expect(isTakeOver(createTakeOver('b2'), 'b2')).toBe(true);
  expect(isTakeOver(createTakeOver('b1'), 'b2')).toBe(false);
  for (const other of [undefined, null, 'take-over', { type: 'CACHE_URLS' }])
    expect(isTakeOver(other, 'b2')).toBe(false);
});
