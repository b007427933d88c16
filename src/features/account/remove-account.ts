import { accountInUse, accountInUseSchema, removeAccount } from '#contract/calls/privacy.ts';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { request } from '#src/kit/api/call/client.ts';

/** `here`: this restaurant’s server has no such call; only its people can do it. */
export type Removal = 'removed' | 'atTable' | 'openOrder' | 'here' | 'unreachable';

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
    // A 401: it is gone already, from another phone.
    if (error.code === codes.unauthorized) return 'removed';
    return error.isWorthAnotherTry ? 'unreachable' : 'here';
  }
}
