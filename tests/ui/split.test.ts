import { afterEach, expect, test, vi } from 'vitest';
import { countParts } from '#ui/bill/table-bill.ts';
import { shareText, getSharingWay } from '#ui/sharing/share.ts';

afterEach(() => vi.unstubAllGlobals());

test('equal parts are counted', () => {
  const rows = countParts(['4.09', '4.08', '4.08'], (count) => `${count} people`);
  expect(rows.map(({ who, amount }) => [who, amount])).toEqual([
    ['1 people', '4.09'],
    ['2 people', '4.08'],
  ]);
});

// D24
test('the parts are shared with the share sheet, else copied, and neither on plain HTTP', async () => {
  const writeText = vi.fn(async () => {});
  const share = vi.fn(async () => {});
  vi.stubGlobal('navigator', { share, clipboard: { writeText } });
  expect([getSharingWay(), await shareText('a')]).toEqual(['share', 'shared']);
  expect(writeText).not.toHaveBeenCalled();

  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect([getSharingWay(), await shareText('b')]).toEqual(['copy', 'copied']);
  expect(writeText).toHaveBeenCalledWith('b');

  vi.stubGlobal('navigator', {});
  expect([getSharingWay(), await shareText('c')]).toEqual([undefined, 'failed']);
});

test('a share sheet that was closed copies nothing; one that fails copies', async () => {
  const writeText = vi.fn(async () => {});
  const createFailing = (name: string) => async () => {
    throw new DOMException('', name);
  };
  vi.stubGlobal('navigator', { share: createFailing('AbortError'), clipboard: { writeText } });
  expect(await shareText('a')).toBe('cancelled');
  expect(writeText).not.toHaveBeenCalled();

  vi.stubGlobal('navigator', { share: createFailing('NotAllowedError'), clipboard: { writeText } });
  expect(await shareText('a')).toBe('copied');
});
