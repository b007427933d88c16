import { logBehaviour } from '#src/kit/api/behaviour/behaviour-log.ts';
import { newBrowserId, updateDiner } from '#src/kit/api/diner-state.ts';
import { storageKeys } from '#src/kit/storage/storage-keys.ts';
import { sessionValue } from '#src/kit/storage/web-storage.ts';

/** S1: the table's session is over; who this is stays known, and so do the orders. */
export function leaveTable(): void {
  updateDiner({ table: undefined });
  sessionValue.set(storageKeys.orderType, undefined);
}

/** Logout, and what follows a 401: nobody sits here any more. The logs stay on the phone for support. */
export function forgetDiner(): void {
  logBehaviour('logged-out');
  updateDiner({
    token: undefined,
    member: undefined,
    earlier: undefined,
    table: undefined,
    browserId: newBrowserId(),
  });
}
