/** This browser's subscription to notifications. Each language of the app has a service worker, and one of them has it. */

/** Whether this browser can show notifications of a server. On iPhones only an app on the home screen can. */
export function canSubscribe(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Whether the person has forbidden notifications in the browser. The page cannot ask again. */
export function isForbidden(): boolean {
  return canSubscribe() && Notification.permission === 'denied';
}

async function listWorkers(): Promise<readonly ServiceWorkerRegistration[]> {
  const all = await navigator.serviceWorker.getRegistrations();
  return all.filter(({ active, waiting, installing }) =>
    (active ?? waiting ?? installing)?.scriptURL.endsWith('/staff-worker.js'),
  );
}

export async function findSubscription(): Promise<PushSubscription | undefined> {
  if (!canSubscribe()) return undefined;
  for (const { pushManager } of await listWorkers()) {
    const found = await pushManager.getSubscription();
    if (found) return found;
  }
  return undefined;
}

/** Subscribes, after the browser has asked the person. Returns undefined if they do not allow it. */
export async function subscribe(key: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const there = await findSubscription();
  if (there && isFor(there, key)) return there;
  await there?.unsubscribe();
  const [worker] = await listWorkers();
  return await worker?.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Whether the subscription is for this key of the server (base64url). */
function isFor({ options: { applicationServerKey: bytes } }: PushSubscription, key: string): boolean {
  if (!bytes) return false;
  const text = btoa(String.fromCodePoint(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}
