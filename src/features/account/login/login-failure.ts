import * as z from 'zod/mini';
import { codeRefusals, codeBudgetSchema, type CodeBudget } from '#contract/calls/code-budget.ts';
import { codes } from '#contract/codes.ts';
import { ApiError } from '#client/api/api-error.ts';

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

/** The message for the diner: a translation key, with a time (ms since 1970) if `until` is set, or the server's text. */
export type LoginFailure =
  | { readonly key: `login.errors.budget.${CodeBudget['budget']}`; readonly until: number }
  | { readonly key: TextKey }
  | { readonly msg: string };

/** The message after a request for a code has failed. */
export function sendCodeFailure(error: unknown): LoginFailure {
  const unanswered = findUnansweredFailure(error);
  if (unanswered) return unanswered;
  switch (getErrorCode(error)) {
    case codes.oneMessageAMinute:
      return { key: 'login.errors.oneAMinute' };
    case codes.threeMessagesAMinuteByAddress:
      return { key: 'login.errors.threeAMinute' };
    case codeRefusals.budgetSpent:
      return readBudgetFailure(error, 'login.errors.sendFailed');
    case codes.badRequest:
      return readRefusalMessage(error, 'login.usefulPhone');
    default:
      return readRefusalMessage(error, 'login.errors.sendFailed');
  }
}

/**
 * The message after a login has failed.
 * @param error undefined if the phone made no request
 */
export function describeLoginFailure(error: unknown): LoginFailure {
  const unanswered = error === undefined ? noConnection : findUnansweredFailure(error);
  if (unanswered) return unanswered;
  switch (getErrorCode(error)) {
    case codes.notFound:
      return { key: 'login.errors.signUp' };
    case codeRefusals.budgetSpent:
      return readBudgetFailure(error, 'login.errors.loginFailed');
    case codes.badRequest:
      return readRefusalMessage(error, 'login.errors.wrongCode');
    default:
      return readRefusalMessage(error, 'login.errors.loginFailed');
  }
}

const noConnection: LoginFailure = { key: 'common:failure.network' };

function getErrorCode(error: unknown): number | undefined {
  return error instanceof ApiError ? error.code : undefined;
}

function findUnansweredFailure(error: unknown): LoginFailure | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.failure.kind === 'network') return noConnection;
  return error.failure.kind === 'malformed' ? { key: 'common:failure.unreadable' } : undefined;
}

function readBudgetFailure(error: unknown, key: TextKey): LoginFailure {
  const failure = error instanceof ApiError ? error.failure : undefined;
  const spent = z.safeParse(codeBudgetSchema, failure?.kind === 'refused' ? failure.data : undefined).data;
  return spent
    ? { key: `login.errors.budget.${spent.budget}`, until: spent.until }
    : readRefusalMessage(error, key);
}

function readRefusalMessage(error: unknown, key: TextKey): LoginFailure {
  const msg = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.msg : '';
  return msg ? { msg } : { key };
}
