import { refreshToken } from '#contract/calls/token.ts';
import { cookieNames, readCookie } from '#src/kit/storage/web-storage.ts';
import { dinerState, updateDiner } from '../diner-state.ts';
import { bearer, request } from './client.ts';
import { createTokenRenewal } from './token-renewal.ts';

/** Exchanges this diner's token, once it has expired. Rejects with an ApiError when the server gives no answer. */
export const renewOwnToken = createTokenRenewal({
  current: () => dinerState.value.token,
  shared: () => readCookie(cookieNames.token) || undefined,
  keep: (token) => updateDiner({ token }),
  ask: async (token) => (await request(refreshToken, { headers: bearer(token) })).token,
  locks: (globalThis.navigator as Partial<Navigator> | undefined)?.locks,
});
