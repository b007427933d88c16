/** Checks that phones send their pending changes soon after the server is reachable again. */
import type { Device } from '../phones/device.ts';
import type { World } from '../world/world.ts';

/** A phone looks for the server every 2–4 s, and sends within 2 s after it finds it, ms. */
export const awakeWithinMs = 6_000;

/**
 * Call it when the server can be reached again. Each phone with pending changes must send soon, even if an older request
 * has no answer yet. Two kinds of phones may wait for such a request:
 *
 * - phones at a snapshot server, because the request may still arrive;
 * - phones whose last request timed out, so that a slow server gets more time.
 */
export function checkAwake(world: World, devices: readonly Device[], isDown: () => boolean): void {
  const since = world.clock.now;
  if (isDown()) return;
  const waiting = devices
    .filter((device) => !device.setting.plain || countInFlight(device.tabs) === 0)
    .flatMap(({ tabs }) =>
      tabs
        .filter((tab) => !tab.page?.isPatient || countInFlight([tab]) === 0)
        .map((tab) => ({ tab, page: tab.page, pending: [...(tab.page?.mirror.pending ?? [])] })),
    );
  world.clock.after(awakeWithinMs, () => {
    for (const { tab, page, pending } of waiting) {
      const { device } = tab;
      const isAwake = page?.engine && page === tab.page && !page.isLeaving && !page.inMemory;
      if (!isAwake || isDown() || device.isFrozen || device.wasBlockedSince(since)) continue;
      // The leading tab knows that the session has ended, so this phone sends nothing.
      if (device.tabs.some((other) => other.page?.isLeaving)) continue;
      const stillWaits = pending.some((id) => page.mirror.pending.has(id));
      if (stillWaits && device.sentAt < since)
        world.fail('G7', `${tab.name} has not sent for ${awakeWithinMs} ms although the server is back`);
    }
  });
}

function countInFlight(tabs: Device['tabs']): number {
  return tabs.reduce(
    (sum, { page }) => sum + (page?.inFlight.get('post') ?? 0) + (page?.inFlight.get('clear') ?? 0),
    0,
  );
}
