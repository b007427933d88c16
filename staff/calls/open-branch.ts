/**
 * The branch that this page shows. An owner of a chain opens its branches with one login. Each tab names its branch in
 * every call, so that two tabs can show two restaurants. A page keeps its branch until it is loaded again.
 */
import { restaurantHeader } from '#contract/calls/staff.ts';
import { setCommonHeaders } from '#client/api/call/request.ts';
import { localValue } from '#client/values/web-storage.ts';

const branchKey = 'staff-branch';

/** undefined: the restaurant of the login. */
let open = localValue.get(branchKey);

export function getOpenBranch(): string | undefined {
  return open;
}

export function sendOpenBranch(): void {
  setCommonHeaders(open === undefined ? {} : { [restaurantHeader]: open });
}

/** Opens a branch when the page is loaded again. @param merchantId undefined: the restaurant of the login */
export function chooseBranch(merchantId: string | undefined): void {
  localValue.set(branchKey, merchantId);
}

/** Returns to the restaurant of the login at once. A new login, or a branch that has left the chain, needs it. */
export function closeBranch(): void {
  chooseBranch(undefined);
  open = undefined;
  sendOpenBranch();
}
