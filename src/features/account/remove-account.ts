import { accountInUse, accountInUseSchema, removeAccount } from '#contract/calls/privacy.ts';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';

/**
 * - `here`: the server has no such call. The diner has to ask the restaurant's staff.
 * - `loggedOut`: the login had already ended. The phone does not know whether the account still exists.
 */
export type Removal = 'removed' | 'loggedOut' | 'atTable' | 'openOrder' | 'here' | 'unreachable';

/** Removes the account on the server. Rejects only with unexpected errors, never with an ApiError. */
export async function removeOwnAccount(): Promise<Removal> {
  try {
    await request(removeAccount, {});
    return 'removed';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === accountInUse && error.failure.kind === 'refused') {
      const parsed = accountInUseSchema.safeParse(error.failure.data);
      return parsed.success ? parsed.data.reason : 'atTable';
    }
    if (error.code === codes.unauthorized) return 'loggedOut';
    return error.isWorthAnotherTry ? 'unreachable' : 'here';
  }
}
