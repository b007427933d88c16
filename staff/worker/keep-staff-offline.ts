import { keepAppOffline } from '#client/version/keep-app-offline.ts';
import { staffScopes } from '../routes.ts';

/** Stores this app on the device, so that it starts without a network. */
export function keepStaffOffline(): void {
  keepAppOffline(['/pictures/'], { address: '/staff-worker.js', scopes: staffScopes });
  void updateDinersWorker();
}

/**
 * Earlier versions stored this app with the diners' service worker. Such a device seldom opens the diners' app,
 * so its worker is updated from here and then deletes that code.
 */
async function updateDinersWorker(): Promise<void> {
  try {
    const { serviceWorker } = navigator as Partial<Navigator>;
    const registration = await serviceWorker?.getRegistration('/');
    await registration?.update();
  } catch (error) {
    // Without a network, or blocked by the browser's settings. The next start tries again.
    console.warn('the diners’ service worker could not be updated', error);
  }
}
