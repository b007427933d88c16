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

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** At every restaurant together: a phone is somebody's, whoever has texts sent to it. The last pause is 64 minutes. */
const textsOfPhone: Budget = { name: 'texts to a phone', most: 8, lengthMs: dayMs, firstPauseMs: minuteMs };
/** Wide, for a full restaurant is one address: twice the 100 logins of its busiest hour, and half a restaurant's usual day. */
const textsOfAddress: readonly Budget[] = [
  { name: 'texts of an address in an hour', most: 200, lengthMs: hourMs },
  { name: 'texts of an address in a day', most: 1_500, lengthMs: dayMs },
];
/**
 * Wrong codes for a phone, whatever code was sent when and by which restaurant; a right one gives none back. A guess at
 * six digits (CV6) hits once in 10⁶, so six in seven days take an account over with 6/7 · 10⁻⁶ a day: less than one in a
 * million. One a day would be one in a million; an average below one needs more than a day.
 */
const attempts: Budget = { name: 'wrong codes for a phone', most: 6, lengthMs: longestBudgetMs };

/** Whose budgets a text is taken from. */
export interface TextRequest {
  readonly merchantId: string;
  /** Digits. */
  readonly phone: string;
  /** As `addressBlock` has it. */
  readonly address: string;
}

/**
 * Takes a text from all budgets, or throws the Refusal of the first that is used up; the transaction ends with it. The
 * address comes last: it is hardly ever one person's. @param perDay texts of the restaurant
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

/** Before a code is looked at, so that any number at once never look at more than there are. The Refusal when none is left. */
export async function spendAttempt(trx: Trx, phone: string, now: number): Promise<Refusal | undefined> {
  const spent = await spendBudget(trx, attempts, phone, now);
  return spent && createRefusal('attempts', spent, now);
}

/** The code was right. */
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

/** CE12: 4290 where it is a matter of a minute. */
function createRefusal(budget: CodeBudget['budget'], { until }: SpentBudget, now: number): Refusal {
  const data: CodeBudget = { budget, until };
  if (budget === 'pause' && until - now <= minuteMs)
    return new Refusal(codes.oneMessageAMinute, 'Only one message can be sent in one minute', { data });
  return new Refusal(codeRefusals.budgetSpent, `${words[budget]} at ${new Date(until).toISOString()}`, {
    data,
  });
}
