/** What the staff's service worker shows and opens (CX78). */
import { expect, test } from 'vitest';
import type { PushMessage } from '#contract/calls/push.ts';
import { openPush, showPush, type PushScope } from '#staff/worker/show-push.ts';

/** A worker's scope with these windows. It records what happens. */
function fakeScope(urls: readonly string[] = []) {
  const happened: unknown[] = [];
  const pages = urls.map((url) => ({
    url,
    focus: async () => void happened.push(['focus', url]),
    navigate: async (to: string) => void happened.push(['navigate', to]),
  }));
  const scope: PushScope = {
    registration: { showNotification: async (...shown) => void happened.push(shown) },
    clients: {
      matchAll: async () => pages,
      openWindow: async (url) => void happened.push(['open', url]),
    },
    location: { origin: 'https://order.example' },
  };
  return { scope, happened };
}

const message: PushMessage = {
  title: '5 號桌',
  body: '想結帳',
  language: 'zh-TW',
  view: 'tables',
  tag: 't1',
};

test('a message is shown in its language, with the page that it leads to', async () => {
  const { scope, happened } = fakeScope();
  await showPush(scope, JSON.stringify(message));
  const options = { body: '想結帳', lang: 'zh-TW', tag: 't1', icon: '/icons/192.png' };
  expect(happened).toEqual([['5 號桌', { ...options, data: '/zh-tw/staff?view=tables' }]]);
});

test.each([undefined, '', '{', '{"title":1}'])(
  'a push with %j shows something, because browsers demand it',
  async (text) => {
    const { scope, happened } = fakeScope();
    await showPush(scope, text);
    expect(happened).toMatchObject([['Lazy Susan', {}]]);
  },
);

test('an unknown view or language leads to the counter', async () => {
  const { scope, happened } = fakeScope();
  await showPush(scope, JSON.stringify({ ...message, view: '//evil.example', language: 'xx' }));
  expect(happened).toMatchObject([['5 號桌', { data: '/staff' }]]);
});

test('a tap goes on in the open window of the app, else opens one', async () => {
  const there = fakeScope(['https://order.example/merchant/1001', 'https://order.example/zh-tw/staff/me']);
  await openPush(there.scope, '/zh-tw/staff?view=tables');
  expect(there.happened).toEqual([
    ['focus', 'https://order.example/zh-tw/staff/me'],
    ['navigate', 'https://order.example/zh-tw/staff?view=tables'],
  ]);
  const none = fakeScope(['https://order.example/merchant/1001']);
  await openPush(none.scope, undefined);
  expect(none.happened).toEqual([['open', '/staff']]);
});
