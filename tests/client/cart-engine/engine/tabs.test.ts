import { expect, test } from 'vitest';
import { createMemoryStorage } from '#client/storage/memory-storage.ts';
import { createBrowserTabs } from '#client/tabs/browser-tabs.ts';
import { EventTable } from '#testing/event-table.ts';
import { createMenuWith } from '#testing/simulated-menu.ts';
import {
  createDish,
  openEnginePhone,
  waitUntilQuiet,
  listShown,
  TestGroup,
  type EnginePhone,
} from '#testing/phones/engine-phone.ts';
import { TestBrowser } from '#testing/browser.ts';

const log = { merchantId: '1001', tableId: '7', sessionId: 's1', userId: 'u1' };

/** Tabs of one diner in one browser, with one database. */
function start() {
  let time = 1_700_000_000_000;
  const menu = createMenuWith('101', '102', '103');
  menu.set('103', { ...menu.get('103')!, soldOut: true });
  const server = new EventTable(() => (time += 10), menu);
  const group = new TestGroup();
  const storage = createMemoryStorage();
  const browser = new TestBrowser();
  const openTab = async (visible: boolean) => {
    const tab = browser.tab(visible);
    const tabs = createBrowserTabs(log, tab);
    const phone = await openEnginePhone({ server, group, userId: 'u1', storage, locks: tab.locks, tabs });
    await waitUntilQuiet();
    return { ...phone, tabs, show: () => tab.show() };
  };
  return { server, group, openTab };
}

const listPosts = ({ connection }: EnginePhone) =>
  connection.requests.filter(({ kind }) => kind === 'post').flatMap(({ ids }) => ids);

test('two tabs are two replicas; the visible one sends for both, and both agree', async () => {
  const { server, openTab } = start();
  const hidden = await openTab(false);
  const visible = await openTab(true);
  expect([hidden.tabs.leading.value, visible.tabs.leading.value]).toEqual([false, true]);
  expect(hidden.replicaId).not.toBe(visible.replicaId);
  hidden.engine.commands.add(createDish('101'), 1);
  await visible.adds('102');
  expect(listPosts(hidden)).toEqual([]);
  expect(listPosts(visible).sort()).toEqual([`${hidden.replicaId}:1`, `${visible.replicaId}:1`].sort());
  expect(server.log.knowledge.entries.size).toBe(2);
  expect([...listShown(hidden)].sort()).toEqual(['u1: 1×101', 'u1: 1×102']);
  expect([...listShown(visible)].sort()).toEqual([...listShown(hidden)].sort());
  for (const { engine } of [hidden, visible]) expect(engine.cart.value.pending).toBe(0);
});

test('a closing leader hands over, and its unsent events are sent', async () => {
  const { server, openTab } = start();
  const first = await openTab(true);
  const second = await openTab(false);
  first.connection.offline = true;
  second.engine.commands.add(createDish('102'), 1);
  await first.adds('101');
  expect(server.log.knowledge.entries.size).toBe(0);
  await first.engine.close();
  await waitUntilQuiet();
  expect(second.tabs.leading.value).toBe(true);
  expect([...server.log.knowledge.entries.values()].map(({ event }) => event.id)).toEqual([
    `${second.replicaId}:1`,
  ]);
  // The closed tab's change is on disk. The next tab takes over its replica and sends it.
  const third = await openTab(false);
  expect(third.replicaId).toBe(first.replicaId);
  await waitUntilQuiet();
  expect(server.log.knowledge.entries.size).toBe(2);
  expect([...listShown(second)].sort()).toEqual(['u1: 1×101', 'u1: 1×102']);
});

test('a tab that becomes visible takes over from a frozen leader, in the middle of a change', async () => {
  const { server, openTab } = start();
  const frozen = await openTab(true);
  const other = await openTab(false);
  frozen.connection.offline = true;
  await other.adds('102');
  other.show();
  await waitUntilQuiet();
  expect([frozen.tabs.leading.value, other.tabs.leading.value]).toEqual([false, true]);
  expect(server.log.knowledge.entries.size).toBe(1);
  await frozen.adds('101');
  expect(server.log.knowledge.entries.size).toBe(2);
  expect([...listShown(frozen)].sort()).toEqual(['u1: 1×101', 'u1: 1×102']);
  expect(frozen.engine.cart.value.pending).toBe(0);
});

test('a leader posts news as soon as there is another tab, whichever of the two opened first', async () => {
  const news = { kind: 'hint', known: { ra: 1 } } as const;
  const posted: unknown[] = [];
  const browser = new TestBrowser();
  const open = (isVisible: boolean) => {
    const tab = browser.tab(isVisible);
    const openChannel: typeof tab.openChannel = (name, receive) => {
      const channel = tab.openChannel!(name, receive);
      const post = (data: unknown) => {
        posted.push(data);
        channel.post(data);
      };
      return { ...channel, post };
    };
    return createBrowserTabs(log, { ...tab, openChannel });
  };
  const first = open(true);
  await waitUntilQuiet();
  first.post(news);
  expect(posted).toEqual([{ kind: 'hello' }]);

  const second = open(true);
  await waitUntilQuiet();
  expect([first.leading.value, second.leading.value]).toEqual([false, true]);
  const heard: unknown[] = [];
  first.messages.subscribe((message) => heard.push(message));
  second.post(news);
  await waitUntilQuiet();
  expect(heard).toEqual([news]);
});

test('F2: the diner is notified of a rejected change in the tab where it was made', async () => {
  const { openTab } = start();
  const hidden = await openTab(false);
  const visible = await openTab(true);
  await hidden.adds('103');
  expect(hidden.notices).toEqual([{ kind: 'changeRejected', code: 2025, product: 'Dish 103' }]);
  expect(visible.notices).toEqual([]);
  expect(listShown(hidden)).toEqual([]);
});
