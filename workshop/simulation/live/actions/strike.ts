import type { Device } from '../../phones/device.ts';
import type { PhoneFate } from './actions.ts';

/** ms until a phone whose connection broke tries again. */
const triesAgainAfter = 500;

/** What somebody does to a phone. */
export function strike(device: Device, fate: PhoneFate): void {
  const { groups } = device.setting;
  switch (fate) {
    case 'cutOff':
      device.block('up', Infinity);
      device.block('down', Infinity);
      return groups.breakAll((member) => member.device === device.index, triesAgainAfter);
    case 'reconnect':
      device.heal();
      return wake(device);
    case 'freeze':
      return device.freeze();
    case 'thaw':
      device.thaw();
      return wake(device);
    case 'kill':
      device.thaw();
      for (const tab of device.tabs) tab.kill();
      return;
    case 'open':
      for (const tab of device.tabs) tab.open();
      return;
    default:
      return fate satisfies never;
  }
}

/** Whatever keeps it from being at the table is over. */
export function bringBack(device: Device): void {
  if (device.isFrozen) strike(device, 'thaw');
  if (device.isBlocked('up')) strike(device, 'reconnect');
  strike(device, 'open');
}

/** The browser says that the network is back, or that the page is looked at again. */
function wake({ tabs }: Device): void {
  for (const { page } of tabs) page?.wake.next();
}
