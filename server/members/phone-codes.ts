import { createHmac, timingSafeEqual } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/headers.ts';
import { phonePattern } from '#contract/calls/member.ts';
import { inLanguage } from '#server/catalogue/whole-merchant.ts';
import { merchantSettings } from '#server/catalogue/merchants.ts';
import type { Ids, Random } from '#server/process/clock.ts';
import { Refusal } from '#server/http/routes/route.ts';
import { sendText, type TextDeps } from '#server/messages/sms.ts';
import { inTransaction, isPostgres, type Trx } from '#server/store/transactions.ts';

export interface PhoneCodeDeps extends TextDeps {
  readonly ids: Ids;
  readonly random: Random;
  readonly codeSecret: string;
}

const digits = 6;
const minuteMs = 60_000;
const lifeMinutes = 10;
const tries = 5;
/** CE13 */
const sendsPerMinuteOfAddress = 3;

interface CodeRequest {
  readonly merchantId: string;
  /** Digits. */
  readonly phone: string;
  readonly address: string;
  readonly language: LanguageCode;
}

/** Sends a code to the phone. Refusals: 400 no such phone, 4290 and 4291 too soon, 404 unknown merchant. */
export async function sendPhoneCodeTo(deps: PhoneCodeDeps, request: CodeRequest): Promise<void> {
  const { merchantId, phone, language } = request;
  if (!phonePattern.test(phone))
    throw new Refusal(codes.badRequest, 'Enter a phone number that can be called');
  const { shortName } = await merchantSettings(deps.db, merchantId);
  const code = String(deps.random.int(10 ** digits)).padStart(digits, '0');
  await inTransaction(deps.db, async (trx) => {
    await requirePause(trx, request, deps.clock.now());
    await store(trx, deps, request, code);
  });
  const name = inLanguage(shortName, language);
  await sendText(deps, {
    merchantId,
    recipient: phone,
    text:
      language === 'zh-TW'
        ? `${code} 是您在${name}的驗證碼，${lifeMinutes} 分鐘內有效。`
        : `${code} is your code for ${name}. It is valid for ${lifeMinutes} minutes.`,
  });
}

/** True when this is the phone's open code; a wrong one costs a try. The caller commits, then refuses. */
export async function isPhoneCode(
  trx: Trx,
  deps: PhoneCodeDeps,
  { merchantId, phone, code }: { merchantId: string; phone: string; code: string },
): Promise<boolean> {
  const open = await trx
    .selectFrom('phone_codes')
    .select(['code_hash', 'expires_at', 'tries_left'])
    .where('merchant_id', '=', merchantId)
    .where('phone', '=', phone)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!open || open.tries_left <= 0 || open.expires_at <= deps.clock.now()) return false;
  const hash = Buffer.from(hashOf(deps, merchantId, phone, code));
  if (timingSafeEqual(hash, Buffer.from(open.code_hash))) return true;
  await trx
    .updateTable('phone_codes')
    .set({ tries_left: open.tries_left - 1 })
    .where('merchant_id', '=', merchantId)
    .where('phone', '=', phone)
    .execute();
  return false;
}

export async function forgetPhoneCode(trx: Trx, merchantId: string, phone: string): Promise<void> {
  await trx
    .deleteFrom('phone_codes')
    .where('merchant_id', '=', merchantId)
    .where('phone', '=', phone)
    .execute();
}

/** Requests of one merchant take turns, or two at once would both find the minute free. */
async function requirePause(
  trx: Trx,
  { merchantId, phone, address }: CodeRequest,
  now: number,
): Promise<void> {
  await trx
    .selectFrom('merchants')
    .select('id')
    .where('id', '=', merchantId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .execute();
  await trx
    .deleteFrom('code_requests')
    .where('at', '<=', now - minuteMs)
    .execute();
  const recent = await trx
    .selectFrom('code_requests')
    .select(['merchant_id', 'phone', 'address'])
    .where((row) => row.or([row('address', '=', address), row.and({ merchant_id: merchantId, phone })]))
    .execute();
  if (recent.some((request) => request.merchant_id === merchantId && request.phone === phone))
    throw new Refusal(codes.oneMessageAMinute, 'Only one message can be sent in one minute');
  if (recent.filter((request) => request.address === address).length >= sendsPerMinuteOfAddress)
    throw new Refusal(
      codes.threeMessagesAMinuteByAddress,
      'One address can get three messages in one minute',
    );
}

async function store(
  trx: Trx,
  deps: PhoneCodeDeps,
  { merchantId, phone, address }: CodeRequest,
  code: string,
): Promise<void> {
  const now = deps.clock.now();
  await trx
    .insertInto('code_requests')
    .values({ id: deps.ids.next(), merchant_id: merchantId, phone, address, at: now })
    .execute();
  const fresh = {
    code_hash: hashOf(deps, merchantId, phone, code),
    sent_at: now,
    expires_at: now + lifeMinutes * minuteMs,
    tries_left: tries,
  };
  await trx
    .insertInto('phone_codes')
    .values({ merchant_id: merchantId, phone, ...fresh })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'phone']).doUpdateSet(fresh))
    .execute();
}

/** Keyed, or six digits would be read back from their hash at once. */
function hashOf({ codeSecret }: PhoneCodeDeps, merchantId: string, phone: string, code: string): string {
  return createHmac('sha256', codeSecret).update(`${merchantId}:${phone}:${code}`).digest('hex');
}
