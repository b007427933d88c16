/** G7: once the server is back, what waits leaves. */
import type { Device } from '../phones/device.ts';
import type { World } from '../world/world.ts';

/** G7: a phone looks for a sign of life every 2–4 s and sends within 2 s of it, ms. */
export const awakeWithinMs = 6_000;

/**
 * The server can be reached again: whoever has something to send does it soon, also where a request hangs since before.
 * P2: with a plain server the end of such a request is waited for, as it may still arrive; elsewhere where the one before
 * it was given up, lest a slow server never get to answer.
 * @param isDown it cannot be reached
 */
export function checkAwake(world: World, devices: readonly Device[], isDown: () => boolean): void {
  const since = world.clock.now;
  if (isDown()) return;
  const waiting = devices
    .filter((device) => !device.setting.plain || requestsUnderWay(device.tabs) === 0)
    .flatMap(({ tabs }) =>
      tabs
        .filter((tab) => !tab.page?.isPatient || requestsUnderWay([tab]) === 0)
        .map((tab) => ({ tab, page: tab.page, pending: [...(tab.page?.mirror.pending ?? [])] })),
    );
  world.clock.after(awakeWithinMs, () => {
    for (const { tab, page, pending } of waiting) {
      const { device } = tab;
      const isAwake = page?.engine && page === tab.page && !page.isLeaving && !page.inMemory;
      if (!isAwake || isDown() || device.isFrozen || device.wasBlockedSince(since)) continue;
      const stillWaits = pending.some((id) => page.mirror.pending.has(id));
      if (stillWaits && device.sentAt < since)
        world.fail('G7', `${tab.name} has not sent for ${awakeWithinMs} ms although the server is back`);
    }
  });
}

function requestsUnderWay(tabs: Device['tabs']): number {
  return tabs.reduce(
    (sum, { page }) => sum + (page?.inFlight.get('post') ?? 0) + (page?.inFlight.get('clear') ?? 0),
    0,
  );
}
