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

/** What to tell the diner: a text of ours, with a time in it (ms since 1970) or without, or the server's own words. */
export type LoginFailure =
  | { readonly key: `login.errors.budget.${CodeBudget['budget']}`; readonly until: number }
  | { readonly key: TextKey }
  | { readonly msg: string };

/** Why no code was sent (CE12 to CE14, CE23). */
export function sendCodeFailure(error: unknown): LoginFailure {
  const unanswered = unansweredWords(error);
  if (unanswered) return unanswered;
  switch (codeOf(error)) {
    case codes.oneMessageAMinute:
      return { key: 'login.errors.oneAMinute' };
    case codes.threeMessagesAMinuteByAddress:
      return { key: 'login.errors.threeAMinute' };
    case codeRefusals.budgetSpent:
      return budgetWords(error, 'login.errors.sendFailed');
    case codes.badRequest:
      return wordsOf(error, 'login.usefulPhone');
    default:
      return wordsOf(error, 'login.errors.sendFailed');
  }
}

/** Why the login failed (CE15, CE16, CE23); undefined: nothing could be asked. */
export function loginFailure(error: unknown): LoginFailure {
  const unanswered = error === undefined ? noConnection : unansweredWords(error);
  if (unanswered) return unanswered;
  switch (codeOf(error)) {
    case codes.notFound:
      return { key: 'login.errors.signUp' };
    case codeRefusals.budgetSpent:
      return budgetWords(error, 'login.errors.loginFailed');
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

function budgetWords(error: unknown, key: TextKey): LoginFailure {
  const failure = error instanceof ApiError ? error.failure : undefined;
  const spent = z.safeParse(codeBudgetSchema, failure?.kind === 'refused' ? failure.data : undefined).data;
  return spent ? { key: `login.errors.budget.${spent.budget}`, until: spent.until } : wordsOf(error, key);
}

function wordsOf(error: unknown, key: TextKey): LoginFailure {
  const msg = error instanceof ApiError && error.failure.kind === 'refused' ? error.failure.msg : '';
  return msg ? { msg } : { key };
}
