/** Browsers answer a failed import with the same failure until the page is reloaded (CH5). */
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, loadCode } from '#client/api/api-error.ts';
import { refetchOrReload, importWithRetry } from '#client/version/import-with-retry.ts';
import { testStorage } from '../client/api/test-storage.ts';

const reload = vi.fn<() => void>();
let isServerThere = true;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_763_640_000_000 });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  reload.mockClear();
  isServerThere = true;
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', testStorage());
  vi.stubGlobal('fetch', async () => {
    if (!isServerThere) throw new TypeError('no network');
    return Response.json({ id: 'newest' });
  });
});

const failAlways = () => Promise.reject(new TypeError('no such module'));
const catchLoadError = () =>
  loadCode(failAlways).then(
    () => ({ error: null }),
    (error: unknown) => ({ error }),
  );

async function countLoads(ms: number): Promise<number> {
  const load = vi.fn(failAlways);
  let isOver = false;
  const end = importWithRetry(load, () => isOver);
  await vi.advanceTimersByTimeAsync(ms);
  isOver = true;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await end).toBeUndefined();
  return load.mock.calls.length;
}

test('a repeated failure reloads the page, once in a minute', async () => {
  expect(await countLoads(2_000)).toBe(1);
  expect(reload).not.toHaveBeenCalled();
  await countLoads(50_000);
  expect(reload).toHaveBeenCalledTimes(1);
  await countLoads(20_000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a network the page stays, and the code is requested again', async () => {
  isServerThere = false;
  expect(await countLoads(29_000)).toBe(10);
  expect(reload).not.toHaveBeenCalled();
});

test('"try again" reloads the page if the code is still missing, and only then', async () => {
  const refused = new ApiError({ kind: 'network', reason: 'unreachable' });
  for (const error of [null, refused]) await refetchOrReload(async () => ({ error }));
  expect(reload).not.toHaveBeenCalled();
  await refetchOrReload(catchLoadError);
  expect(reload).toHaveBeenCalledTimes(1);
});
