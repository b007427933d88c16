import { expect, test } from 'vitest';
import { createNoticeQueue } from '#client/cart/notice-queue.ts';
import type { TableNotice } from '#sync/ports/table-notice.ts';

const createNotice = (code: number): TableNotice => ({ kind: 'changeRejected', code, product: '' });
const waitForMicrotask = () => new Promise<void>((resolve) => queueMicrotask(resolve));

test('notices before the first listener reach all listeners that start together, in order, once', async () => {
  const { push, notices } = createNoticeQueue();
  const received: [TableNotice[], TableNotice[], TableNotice[]] = [[], [], []];
  push(createNotice(1));
  push(createNotice(2));
  notices.subscribe((each) => received[0].push(each));
  push(createNotice(3));
  notices.subscribe((each) => received[1].push(each));
  await waitForMicrotask();
  push(createNotice(4));
  notices.subscribe((each) => received[2].push(each));
  await waitForMicrotask();
  const everything = [1, 2, 3, 4].map(createNotice);
  expect(received).toEqual([everything, everything, []]);
});

test('a page that is closed and drawn again misses no notice', async () => {
  const { push, notices } = createNoticeQueue();
  notices.subscribe().unsubscribe();
  await waitForMicrotask();
  for (let code = 0; code < 30; code += 1) push(createNotice(code));
  const received: TableNotice[] = [];
  notices.subscribe((each) => received.push(each));
  await waitForMicrotask();
  expect(received).toHaveLength(20);
});
