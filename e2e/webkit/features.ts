import type { WebDriver } from 'selenium-webdriver';

/** What the phone's engine builds on or does without, and how it is asked for. */
const features = {
  'Web Locks': 'navigator.locks !== undefined',
  BroadcastChannel: "typeof BroadcastChannel === 'function'",
  IndexedDB: "typeof indexedDB === 'object'",
  'service worker': 'navigator.serviceWorker !== undefined',
};

/** One line on which of them this WebKit has on the page that is open. */
export async function featuresOf(driver: WebDriver): Promise<string> {
  const script = `return [${Object.values(features).join(', ')}]`;
  const there = (await driver.executeScript(script)) as boolean[];
  return Object.keys(features)
    .map((name, index) => `${name} ${there[index] ? 'yes' : 'NO'}`)
    .join(', ');
}
