import { codes } from '#contract/codes.ts';
import { ApiError } from '#src/kit/api/api-error.ts';

type TextKey =
  | 'login.errors.oneAMinute'
  | 'login.errors.threeAMinute'
  | 'login.errors.sendFailed'
  | 'login.errors.signUp'
  | 'login.errors.wrongCode'
  | 'login.errors.loginFailed'
  | 'login.usefulPhone'
  | 'common:failure.network';

/** What to tell the diner: a text of ours, or the server's own words. */
export type LoginFailure = { readonly key: TextKey } | { readonly msg: string };

/** Why no code was sent (CE12 to CE14). */
export function sendCodeFailure(error: unknown): LoginFailure {
  if (!(error instanceof ApiError)) return { key: 'login.errors.sendFailed' };
  if (error.failure.kind === 'network') return { key: 'common:failure.network' };
  switch (error.code) {
    case codes.oneMessageAMinute:
      return { key: 'login.errors.oneAMinute' };
    case codes.threeMessagesAMinuteByAddress:
      return { key: 'login.errors.threeAMinute' };
    default: {
      const key = error.code === codes.badRequest ? 'login.usefulPhone' : 'login.errors.sendFailed';
      return wordsOf(error.failure.kind === 'refused' ? error.message : '', key);
    }
  }
}

/** Why the login failed (CE15, CE16); code 0 stands for no answer. */
export function loginFailure(code: number, msg: string): LoginFailure {
  switch (code) {
    case 0:
      return { key: 'common:failure.network' };
    case codes.notFound:
      return { key: 'login.errors.signUp' };
    default:
      return wordsOf(msg, code === codes.badRequest ? 'login.errors.wrongCode' : 'login.errors.loginFailed');
  }
}

function wordsOf(msg: string, key: TextKey): LoginFailure {
  return msg ? { msg } : { key };
}
