import { codes } from '#contract/codes.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { sessionFacts } from '#server/cart/cart-answers.ts';
import { route, statusRefusal, type Route } from '#server/http/routes/route.ts';
import { openOrJoin, type SessionDeps } from './sessions.ts';

export function tableRoutes(deps: SessionDeps): Route[] {
  return [
    route(getTableByQrcode, 'diner', async ({ who, params }) => {
      const table = await deps.db
        .selectFrom('tables')
        .selectAll()
        .where('merchant_id', '=', who.merchantId)
        .where('qrcode_id', '=', params.id)
        .executeTakeFirst();
      if (!table) throw statusRefusal(codes.notFound, 'No table has this QR code');
      const session = await openOrJoin(deps, table, who.asker.userId);
      const { guests, orderType } = await sessionFacts(deps.db, session.id);
      return {
        tableId: table.id,
        tableName: table.name,
        merchantId: table.merchant_id,
        sessionId: session.id,
        guests,
        orderType,
      };
    }),
  ];
}
