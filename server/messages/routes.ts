import { codes } from '#contract/codes.ts';
import { checkOrderCode, sendOrderCodeMessage } from '#contract/calls/table.ts';
import { Refusal, route, type Route } from '#server/http/routes/route.ts';
import { isOrderCode, issueOrderCode, type OrderCodeDeps } from './order-codes.ts';
import { sendText, type TextDeps } from './sms.ts';

/** Order codes of a table. The code itself goes to the staff alone, never into an answer. */
export function messageRoutes(deps: OrderCodeDeps & TextDeps): Route[] {
  return [
    route(
      sendOrderCodeMessage,
      'dinerAtTable',
      async ({ who: { session }, body }) => {
        if (session.tableId === null || session.tableId !== body.tableId)
          throw new Refusal(codes.tableUnavailable, 'You are at another table; scan its QR code again');
        const code = await issueOrderCode(deps, session.id);
        await sendText(deps, {
          merchantId: session.merchantId,
          recipient: `Table ${session.tableName}`,
          text: `The order code of table ${session.tableName} is ${code}.`,
        });
        return { sent: true };
      },
      { perMinute: 120 },
    ),

    route(checkOrderCode, 'dinerAtTable', async ({ who: { session }, params }) => ({
      valid: await isOrderCode(deps.db, session.id, params.code),
    })),
  ];
}
