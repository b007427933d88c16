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
  | 'common:failure.network'
  | 'common:failure.unreadable';

/** What to tell the diner: a text of ours, or the server's own words. */
export type LoginFailure = { readonly key: TextKey } | { readonly msg: string };

/** Why no code was sent (CE12 to CE14). */
export function sendCodeFailure(error: unknown): LoginFailure {
  const unanswered = unansweredWords(error);
  if (unanswered) return unanswered;
  switch (codeOf(error)) {
    case codes.oneMessageAMinute:
      return { key: 'login.errors.oneAMinute' };
    case codes.threeMessagesAMinuteByAddress:
      return { key: 'login.errors.threeAMinute' };
    case codes.badRequest:
      return wordsOf(error, 'login.usefulPhone');
    default:
      return wordsOf(error, 'login.errors.sendFailed');
  }
}

/** Why the login failed (CE15, CE16); undefined: nothing could be asked. */
export function loginFailure(error: unknown): LoginFailure {
  const unanswered = error === undefined ? noConnection : unansweredWords(error);
  if (unanswered) return unanswered;
  switch (codeOf(error)) {
    case codes.notFound:
      return { key: 'login.errors.signUp' };
    case codes.badRequest:
      return wordsOf(error, 'login.errors.wrongCode');
    default:
      return wordsOf(error, 'login.errors.loginFailed');
  }
}

const noConnection: LoginFailure = { key: 'common:failure.network' };

function codeOf(error: unknown): number | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

function unansweredWords(error: unknown): LoginFailure | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.failure.kind === 'network') return noConnection;
  return error.failure.kind === 'malformed' ? { key: 'common:failure.unreadable' } : undefined;
}

function wordsOf(error: unknown, key: TextKey): LoginFailure {
  const msg = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.msg : '';
  return msg ? { msg } : { key };
}
