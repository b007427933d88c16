import { createHmac, timingSafeEqual } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { sendText, type TextDeps } from '#server/platform/sms/sms.ts';
import { readPhoneNumber } from './phone-number.ts';
import { returnAttempt, spendAttempt, spendTextBudgets, type TextRequest } from './code-budgets.ts';
import { longestBudgetMs } from '#server/platform/sms/budgets.ts';
import { runInTransaction, isPostgres, type Trx } from '#server/platform/store/transactions.ts';
import { getServerText, getServerTexts } from '#server/platform/server-texts.ts';

export interface PhoneCodeDeps extends TextDeps {
  readonly config: TextDeps['config'] & Pick<Config, 'loginTextsPerDay'>;
  readonly random: Random;
  readonly codeSecret: string;
}

const digits = 6;
const lifeMinutes = 10;
const tries = 5;

interface CodeRequest extends TextRequest {
  readonly language: LanguageCode;
}

/** Sends a code to the phone. Refusals: 400 for an invalid number, 4290 and 4292 without budget, 404 for the merchant. */
export async function sendPhoneCodeTo(deps: PhoneCodeDeps, asked: CodeRequest): Promise<void> {
  const { merchantId, language } = asked;
  const phone = readPhoneNumber(asked.phone);
  if (phone === undefined) throw new Refusal(codes.badRequest, getServerTexts('members.wrongPhone'));
  const request = { ...asked, phone };
  const { shortName } = await readSettings(deps.db, merchantId);
  const code = String(deps.random.int(10 ** digits)).padStart(digits, '0');
  await runInTransaction(deps.db, async (trx) => {
    await spendTextBudgets(trx, request, { now: deps.clock.now(), perDay: deps.config.loginTextsPerDay });
    await storeCode(trx, deps, request, code);
  });
  const restaurant = chooseText(shortName, language);
  const text = getServerText(language, 'sms.loginCode', { code, restaurant, minutes: lifeMinutes });
  await sendText(deps, { merchantId, recipient: phone, text });
}

/**
 * Checks a code and counts the attempt. Undefined if it is the phone's valid code. Otherwise the caller commits the
 * transaction, so that the attempt counts, and then throws the Refusal.
 */
export async function findCodeRefusal(
  trx: Trx,
  deps: PhoneCodeDeps,
  { merchantId, phone, code }: { merchantId: string; phone: string; code: string },
): Promise<Refusal | undefined> {
  const wrong = new Refusal(codes.badRequest, getServerTexts('members.wrongCode'));
  const now = deps.clock.now();
  const open = await trx
    .selectFrom('phone_codes')
    .select(['code_hash', 'expires_at', 'tries_left'])
    .where('merchant_id', '=', merchantId)
    .where('phone', '=', phone)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  // Without a valid code there is nothing to guess, so the attempt does not count.
  if (!open || open.tries_left <= 0 || open.expires_at <= now) return wrong;
  const spent = await spendAttempt(trx, phone, now);
  if (spent) return spent;
  const hash = Buffer.from(hashOf(deps, merchantId, phone, code));
  if (timingSafeEqual(hash, Buffer.from(open.code_hash))) {
    await returnAttempt(trx, phone);
    return undefined;
  }
  await trx
    .updateTable('phone_codes')
    .set({ tries_left: open.tries_left - 1 })
    .where('merchant_id', '=', merchantId)
    .where('phone', '=', phone)
    .execute();
  return wrong;
}

export async function deletePhoneCode(trx: Trx, merchantId: string, phone: string): Promise<void> {
  await trx
    .deleteFrom('phone_codes')
    .where('merchant_id', '=', merchantId)
    .where('phone', '=', phone)
    .execute();
}

async function storeCode(
  trx: Trx,
  deps: PhoneCodeDeps,
  { merchantId, phone }: CodeRequest,
  code: string,
): Promise<void> {
  const now = deps.clock.now();
  const fresh = {
    code_hash: hashOf(deps, merchantId, phone, code),
    sent_at: now,
    expires_at: now + lifeMinutes * 60_000,
    tries_left: tries,
  };
  // Deletes old codes, so that numbers of people who never logged in are not stored.
  await trx
    .deleteFrom('phone_codes')
    .where('expires_at', '<=', now - longestBudgetMs)
    .execute();
  await trx
    .insertInto('phone_codes')
    .values({ merchant_id: merchantId, phone, ...fresh })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'phone']).doUpdateSet(fresh))
    .execute();
}

/** Keyed, because a plain hash of six digits can be reversed by trying them all. */
function hashOf({ codeSecret }: PhoneCodeDeps, merchantId: string, phone: string, code: string): string {
  return createHmac('sha256', codeSecret).update(`${merchantId}:${phone}:${code}`).digest('hex');
}
