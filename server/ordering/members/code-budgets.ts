import { codes } from '#contract/codes.ts';
import { codeRefusals, type CodeBudget } from '#contract/calls/code-budget.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import {
  refundBudget,
  longestBudgetMs,
  findSpentBudget,
  deleteOldBudgets,
  spendBudget,
  type Budget,
  type SpentBudget,
} from '#server/platform/sms/budgets.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Budgets for login codes, so that nobody floods a phone with texts, makes the restaurant pay for many, or guesses a code.
 */

/** For all restaurants together, because others may have texts sent to a person's phone. The last pause is 64 minutes. */
const textsOfPhone: Budget = { name: 'texts to a phone', most: 8, lengthMs: dayMs, firstPauseMs: minuteMs };
/** All diners of a restaurant share one address. It has about 100 logins in its busiest hour, and 3 000 texts a day. */
const textsOfAddress: readonly Budget[] = [
  { name: 'texts of an address in an hour', most: 200, lengthMs: hourMs },
  { name: 'texts of an address in a day', most: 1_500, lengthMs: dayMs },
];
/**
 * Wrong codes for a phone, for all codes and restaurants together. A correct code does not reset it. A guess at six
 * digits is right once in 10⁶. Six guesses in seven days are less than one a day, so the chance to take over an account
 * stays below one in a million per day.
 */
const attempts: Budget = { name: 'wrong codes for a phone', most: 6, lengthMs: longestBudgetMs };

/** The budgets that a text is counted in. */
export interface TextRequest {
  readonly merchantId: string;
  /** Digits. */
  readonly phone: string;
  /** The result of `findAddressBlock`. */
  readonly address: string;
}

/**
 * Counts a text in all budgets. Throws the Refusal of the first that is used up, which rolls back the others. The address
 * comes last, because many people share it.
 * @param perDay texts of the restaurant
 */
export async function spendTextBudgets(
  trx: Trx,
  { merchantId, phone, address }: TextRequest,
  { now, perDay }: { now: number; perDay: number },
): Promise<void> {
  await deleteOldBudgets(trx, now);
  const spent = await findSpentBudget(trx, attempts, phone, now);
  if (spent) throw createRefusal('attempts', spent, now);
  const ofMerchant: Budget = { name: 'texts of a restaurant', most: perDay, lengthMs: dayMs };
  await requireBudget(trx, 'phone', textsOfPhone, phone, now);
  await requireBudget(trx, 'merchant', ofMerchant, merchantId, now);
  for (const budget of textsOfAddress) await requireBudget(trx, 'address', budget, address, now);
}

/** Counts an attempt before the code is checked, so that parallel requests share the budget. The Refusal if none is left. */
export async function spendAttempt(trx: Trx, phone: string, now: number): Promise<Refusal | undefined> {
  const spent = await spendBudget(trx, attempts, phone, now);
  return spent && createRefusal('attempts', spent, now);
}

/** Returns the attempt after a correct code. */
export async function returnAttempt(trx: Trx, phone: string): Promise<void> {
  await refundBudget(trx, attempts, phone);
}

async function requireBudget(
  trx: Trx,
  whose: 'phone' | 'merchant' | 'address',
  budget: Budget,
  key: string,
  now: number,
): Promise<void> {
  const spent = await spendBudget(trx, budget, key, now);
  if (spent) throw createRefusal(spent.why === 'pause' ? 'pause' : whose, spent, now);
}

const words: Readonly<Record<CodeBudget['budget'], string>> = {
  pause: 'The next code for this phone can be sent',
  phone: 'This phone has had all codes of a day; the next can be sent',
  merchant: 'This restaurant has sent all codes of a day; the next can be sent',
  address: 'Too many codes were asked for from this network; the next can be sent',
  attempts: 'Too many wrong codes were entered for this phone; it can log in again',
};

/** 4290 for a pause of up to a minute, which old clients know; otherwise 4292. */
function createRefusal(budget: CodeBudget['budget'], { until }: SpentBudget, now: number): Refusal {
  const data: CodeBudget = { budget, until };
  if (budget === 'pause' && until - now <= minuteMs)
    return new Refusal(codes.oneMessageAMinute, getServerTexts('members.oneMessage'), { data });
  return new Refusal(codeRefusals.budgetSpent, `${words[budget]} at ${new Date(until).toISOString()}`, {
    data,
  });
}
