import { accountInUse, accountInUseSchema, removeAccount } from '#contract/calls/privacy.ts';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/client.ts';

/**
 * `here`: this restaurant’s server has no such call; only its people can do it. `loggedOut`: the login had ended, from
 * another phone or by the staff; whether the account is still there is not known.
 */
export type Removal = 'removed' | 'loggedOut' | 'atTable' | 'openOrder' | 'here' | 'unreachable';

/** Has the account removed, and says what came of it. Never rejects. */
export async function removeOwnAccount(): Promise<Removal> {
  try {
    await request(removeAccount, {});
    return 'removed';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === accountInUse && error.failure.kind === 'refused') {
      const read = accountInUseSchema.safeParse(error.failure.data);
      return read.success ? read.data.reason : 'atTable';
    }
    if (error.code === codes.unauthorized) return 'loggedOut';
    return error.isWorthAnotherTry ? 'unreachable' : 'here';
  }
}
