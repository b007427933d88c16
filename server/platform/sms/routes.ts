import { codeRefusals } from '#contract/calls/code-budget.ts';
import { codes } from '#contract/codes.ts';
import { checkOrderCode, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { Refusal, defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import { runInTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { getServerText, getServerTexts } from '#server/platform/server-texts.ts';
import { spendBudget, type Budget } from './budgets.ts';
import {
  issueOrderCode,
  createOrderCodesSpentRefusal,
  tryOrderCode,
  type OrderCodeDeps,
} from './order-codes.ts';
import { sendText, type TextDeps } from './sms.ts';

/** More codes than the rounds of an evening need. The restaurant pays for each text message. */
const messagesOfParty: Budget = { name: 'order codes sent to a party', most: 12, lengthMs: 24 * 60 * 60_000 };

/** The calls about order codes. Only the staff get the code itself; no answer to a diner contains it. */
export function createSmsRoutes(deps: OrderCodeDeps & TextDeps): Route[] {
  return [
    defineRoute(
      sendOrderCodeMessage,
      'dinerAtTable',
      async ({ who: { session, language } }) => {
        if (session.tableId === null)
          throw new Refusal(codes.tableUnavailable, getServerTexts('tables.other'));
        const now = deps.clock.now();
        const spend = async (trx: Trx) => await spendBudget(trx, messagesOfParty, session.id, now);
        if (await runInTransaction(deps.db, spend))
          throw new Refusal(codeRefusals.budgetSpent, getServerTexts('tables.codeSentTooOften'));
        const code = await issueOrderCode(deps, session.id);
        await sendText(deps, {
          merchantId: session.merchantId,
          recipient: `Table ${session.tableName}`,
          text: getServerText(language, 'sms.orderCode', { table: session.tableName ?? '', code }),
        });
        return { sent: true };
      },
      { apart: { perMinute: 120 } },
    ),

    defineRoute(checkOrderCode, 'dinerAtTable', async ({ who: { session }, params }) => {
      const tried = await tryOrderCode(deps.db, session.id, params.code);
      if (tried === 'spent') throw createOrderCodesSpentRefusal();
      return { valid: tried === 'right' };
    }),
  ];
}
