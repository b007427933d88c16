/** A guest logs in as a member while the table is busy. No change of the guest may be left behind. */
import type { Answer } from '#sync/ports/transport.ts';
import { createAsk } from '../wire/network.ts';
import type { Tab } from './tab.ts';

/** How long the app waits until the guest's own changes are sent, ms. */
const settleMs = 10_000;

/** Waits until all own changes are sent, and asks the server. Then every tab continues with the member's log. */
export async function logIn(tab: Tab, memberId: string): Promise<void> {
  const { device, page } = tab;
  const { world, server } = device.setting;
  if (!page?.engine || page.isLeaving || device.isLoggingIn || device.userId === memberId) return;
  // Without locks, each tab sends its own changes and does not wait for the others. The app promises nothing there.
  if (!device.plan.locks && device.tabs.length > 1) return;
  const guestId = device.userId;
  const isSamePage = () => page.life.alive && tab.page === page && !page.isLeaving;
  tab.show();
  device.isLoggingIn = true;
  world.note(() => `${tab.name}: ${guestId} logs in as ${memberId}`);
  page.life.onEnd(() => (device.isLoggingIn = false));
  const isSent = await page.engine.waitUntilSent(settleMs);
  if (!isSent) world.count('login:notSettled');
  const open = device.tabs.flatMap(({ page }) => (page?.engine && !page.isLeaving ? [page] : []));
  // A closed tab or an unread disk may hold changes of this guest. They stay unsent, because no page opens as the guest.
  const isSilent = open.length < device.tabs.length || open.some(({ inMemory }) => inMemory);
  if (isSilent) world.count('login:someCannotSpeak');
  if (!isSent || isSilent || !isSamePage()) return void (device.isLoggingIn = false);
  const ask = createAsk(world, tab.callerOf(page));
  const answer = await ask('login', [], async (): Promise<Answer<undefined>> => {
    const refusal = server.refusalFor(page.sessionId);
    if (!refusal) await server.logIn(guestId, { id: memberId, name: '' });
    return refusal ?? { ok: true, value: undefined };
  });
  device.isLoggingIn = false;
  if (!answer.ok) return world.count('login:noAnswer');
  if (!isSamePage()) return;
  // All replicas of this phone in the session must have sent. A tab that is still in an ended session has nothing to send.
  for (const { life, engine, replicaId, sessionId } of open)
    if (life.alive && sessionId === page.sessionId && engine!.cart.value.pending > 0)
      world.fail('O4', `${replicaId} still has changes of ${guestId} to send`);
  world.count('login');
  if (device.tabs.length > 1) world.count('login:withTwoTabs');
  device.becomes(memberId);
}
