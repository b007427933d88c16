import { codeRefusals } from '#contract/calls/code-budget.ts';
import { codes } from '#contract/codes.ts';
import { checkOrderCode, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { Refusal, route, type Route } from '#server/platform/http/routes/route.ts';
import { inTransaction, type Trx } from '#server/platform/store/transactions.ts';
import { spendBudget, type Budget } from './budgets.ts';
import { issueOrderCode, orderCodesSpent, tryOrderCode, type OrderCodeDeps } from './order-codes.ts';
import { sendText, type TextDeps } from './sms.ts';

/** More than the rounds of an evening; each is a text that the house pays for. */
const messagesOfParty: Budget = { name: 'order codes sent to a party', most: 12, lengthMs: 24 * 60 * 60_000 };

/** Order codes of a table. The code itself goes to the staff alone, never into an answer. */
export function smsRoutes(deps: OrderCodeDeps & TextDeps): Route[] {
  return [
    route(
      sendOrderCodeMessage,
      'dinerAtTable',
      async ({ who: { session } }) => {
        if (session.tableId === null)
          throw new Refusal(codes.tableUnavailable, 'You are at another table; scan its QR code again');
        const now = deps.clock.now();
        const take = async (trx: Trx) => await spendBudget(trx, messagesOfParty, session.id, now);
        if (await inTransaction(deps.db, take))
          throw new Refusal(
            codeRefusals.budgetSpent,
            'The order code was sent often enough: ask the staff for it',
          );
        const code = await issueOrderCode(deps, session.id);
        await sendText(deps, {
          merchantId: session.merchantId,
          recipient: `Table ${session.tableName}`,
          text: `The order code of table ${session.tableName} is ${code}.`,
        });
        return { sent: true };
      },
      { apart: { perMinute: 120 } },
    ),

    route(checkOrderCode, 'dinerAtTable', async ({ who: { session }, params }) => {
      const tried = await tryOrderCode(deps.db, session.id, params.code);
      if (tried === 'spent') throw orderCodesSpent();
      return { valid: tried === 'right' };
    }),
  ];
}
