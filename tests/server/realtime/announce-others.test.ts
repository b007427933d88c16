import { expect, test } from 'vitest';
import type { TableMessage } from '#contract/messages.ts';
import { createLook } from '#server/ordering/realtime/announce-others.ts';
import { createStaffGroup, createTableGroup } from '#server/ordering/realtime/table-group.ts';
import { createItem, createTablePhone, listDishes } from '#testing/phones/table-phone.ts';
import { fakeClock, startTestServer } from '../server-under-test.ts';
import { waitUntil } from '#tests/hub/scene.ts';

test('without the broker a server announces what others changed to its own phones and staff, once', async () => {
  const clock = fakeClock();
  const server = await startTestServer({ clock });
  const dish = createItem((await listDishes(server)).simple[0]!);
  const here = createTablePhone(server, await server.seat(await server.member('2125550101')), 'ra');
  const elsewhere = createTablePhone(server, await server.seat(await server.guest(), '2'), 'rb');
  const sessionId = here.diner.sessionId;
  const table = createTableGroup(sessionId);
  const staff = createStaffGroup('1001');
  const sent: string[] = [];
  let isUp = true;
  const hub = {
    ...server.deps.hub,
    isBrokerUp: () => isUp,
    listGroups: () => [table, staff],
    send: async (group: string, { messageType }: TableMessage) => void sent.push(`${group} ${messageType}`),
  };
  const look = createLook({ ...server.deps, hub });
  /** What one look announces. */
  const listNews = async (wanted: number) => {
    sent.length = 0;
    await look();
    await waitUntil(() => sent.length >= wanted, `${wanted} messages, not ${sent.join()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return [...new Set(sent)].toSorted();
  };

  await here.send(here.add(dish));
  expect((await here.place('before')).success).toBe(true);
  clock.advance(60_000);
  expect(await listNews(0)).toEqual([]);

  isUp = false;
  // The first look cannot know which carts have changed since the broker was lost. The order is older.
  expect(await listNews(2)).toEqual([`${staff} staffNews`, `${table} cartChanged`]);
  expect(await listNews(0)).toEqual([]);
  await elsewhere.send(elsewhere.add(dish));
  expect(await listNews(0)).toEqual([]);
  await here.send(here.add(dish));
  expect(await listNews(1)).toContain(`${table} cartChanged`);
  expect((await here.place('during')).success).toBe(true);
  expect(await listNews(3)).toEqual([`${staff} staffNews`, `${table} cartChanged`, `${table} orderChanged`]);
  isUp = true;
  await here.send(here.add(dish));
  expect(await listNews(0)).toEqual([]);

  // An order that was placed just before the broker was lost is announced by the first look.
  expect(await here.place('just-before')).toMatchObject({ success: true });
  isUp = false;
  expect(await listNews(3)).toContain(`${table} orderChanged`);
});
