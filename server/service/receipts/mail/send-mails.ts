/**
 * Sends the receipts that `queue-mail.ts` has queued.
 *
 *     waiting ──► claimed (for a lease) ──┬─ accepted ──────────────────────► sent
 *        ▲                                ├─ no such address, refused ──────► failed
 *        └─ wait, twice as long each time ┴─ anything else, for a day ──────► failed
 *
 * If a server dies after the mail server has accepted the message, the message is sent again. It has the same id, so mail
 * programs show it once. The address is removed from the row as soon as the mail was sent or given up.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import type { PaperRow, Receipt } from '#contract/calls/receipt.ts';
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import { fillText } from '#locales/fill-text.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import { readStoredOrder } from '#server/ordering/orders/order-store.ts';
import { openConnection, type ProviderProblem } from '#server/platform/connections/connections.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { startWork } from '#server/platform/lifecycle/start-work.ts';
import { sendMail, type MailDeps } from '#server/platform/mail/mail.ts';
import type { OutgoingMail } from '#server/platform/mail/smtp.ts';
import { attemptDue, pauseAfter } from '#server/platform/store/due-rows.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { requireOrder } from '#server/service/fulfilment/do-act.ts';
import { findLanguage } from '#server/platform/http/language.ts';
import { readReceipt } from '../read-receipt.ts';
import { receiptTexts } from '../receipt-rows.ts';

type MailRow = Selectable<Database['mails']>;
type Deps = MailDeps & { readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'> };

/** How often due mails are looked for, ms. */
const lookEveryMs = 2_000;
/** Longer than an attempt takes, ms. */
const leaseMs = 3 * 60_000;
const atOnce = 10;
/** A mail is given up after this time, ms. */
const givenUpAfterMs = 24 * 60 * 60_000;

/** Another attempt would end in the same way. */
const finalProblems: readonly ProviderProblem['kind'][] = ['badRecipient', 'refused'];

export function startSendingMails(deps: Deps) {
  return startWork({
    once: () => sendMails(deps),
    lookEveryMs,
    onError: (error) =>
      deps.log.error({ err: error }, 'receipts could not be sent by mail; the server tries again'),
  });
}

/** Sends the mails that are due. @returns their number */
export async function sendMails(deps: Deps): Promise<number> {
  const { db, clock, log } = deps;
  return await attemptDue(
    db,
    'mails',
    {
      now: clock.now(),
      leaseMs,
      atOnce,
      onError: (error, mail) =>
        log.error({ err: error, mail }, 'a receipt could not be sent by mail; the server tries again'),
    },
    async (row) => await attempt(deps, row),
  );
}

async function attempt(deps: Deps, row: MailRow): Promise<void> {
  const { db, clock, log } = deps;
  const { id, merchant_id: merchantId, order_id: orderId } = row;
  const problem = await send(deps, row);
  const isOver =
    problem === undefined || finalProblems.includes(problem) || clock.now() - row.created_at > givenUpAfterMs;
  await db
    .updateTable('mails')
    .set({
      attempts: row.attempts + 1,
      problem: problem ?? null,
      ...(isOver
        ? { state: problem === undefined ? 'sent' : 'failed', next_at: null, recipient: '' }
        : { next_at: clock.now() + pauseAfter(row.attempts) }),
    })
    .where('id', '=', id)
    .execute();
  if (isOver && problem !== undefined)
    log.warn({ mail: id, merchantId, orderId, problem }, 'a receipt was not sent by mail');
}

/** @returns why it was not sent; undefined if it was */
async function send(deps: Deps, row: MailRow): Promise<ProviderProblem['kind'] | undefined> {
  const { merchant_id: merchantId } = row;
  const own = await openConnection(deps, merchantId, 'mail');
  // The owner has removed the mail server.
  if (own === undefined) return 'refused';
  const mail = await composeMail(deps, row);
  return mail ? (await sendMail(deps, own, merchantId, mail))?.kind : 'refused';
}

/** Returns undefined if the order is gone. */
async function composeMail(deps: Deps, row: MailRow): Promise<OutgoingMail | undefined> {
  const { db } = deps;
  const { id, merchant_id: merchantId, recipient: to, user_id: userId } = row;
  const language = findLanguage(row.language) ?? defaultLanguage;
  const found = await requireOrder(db, merchantId, row.order_id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  if (!found) return undefined;
  const { order } = await readStoredOrder(db, found);
  const readerId = userId ?? undefined;
  const receipt = await readReceipt(deps, { merchantId, order, language, pdf: true, userId: readerId });
  const { shortName } = await readSettings(db, merchantId);
  return { id, to, ...writeMail(receipt, chooseText(shortName, language), language) };
}

function writeMail(
  { number, rows, pdf }: Receipt,
  name: string,
  language: LanguageCode,
): Pick<OutgoingMail, 'subject' | 'text' | 'attachment'> {
  const texts = receiptTexts[language];
  const receipt = pdf
    ? [fillText(texts.mailAttached, { number: number ?? '' })]
    : [texts.mailBelow, '', ...rows.map(writeRow)];
  const text = [fillText(texts.mailThanks, { name }), ...receipt, '', texts.mailWhy].join('\n');
  return {
    subject: fillText(texts.mailSubject, { name }),
    text,
    ...(pdf && {
      attachment: { fileName: pdf.fileName, content: Buffer.from(pdf.base64, 'base64') },
    }),
  };
}

function writeRow(row: PaperRow): string {
  if (row.kind === 'rule') return '';
  if (row.kind === 'columns') return row.cells.join('  ');
  return row.kind === 'amount' || row.kind === 'total' ? `${row.label}  ${row.amount}` : row.text;
}
