import type { WebPubSubServiceClient } from '@azure/web-pubsub';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { WholeTable } from '#server/catalogue/whole-merchant.ts';
import { dinerOf, read, Refusal, type Diner } from './ask.ts';
import type { Calls } from './calls.ts';
import type { State } from './state.ts';

const withId = z.object({ id: z.string() });
const withCode = z.object({ code: z.string() });

/** The table, its order code and its group. */
export function tableCalls(state: State, hub: WebPubSubServiceClient): Calls {
  return {
    'GET /api/merchant/table/qrcode/info/:id': (ask) => {
      const diner = dinerOf(ask);
      const { id } = read(withId, diner.request.params);
      const table = diner.merchant.tables.find(({ qrcodeId }) => qrcodeId === id);
      if (!table) throw new Refusal(codes.notFound, 'No table has this QR code');
      const { guests, type } = state.cartOf({ ...diner, table });
      return {
        tableId: table.id,
        tableName: table.name,
        merchantId: diner.merchant.id,
        guests,
        orderType: type,
      };
    },

    'POST /api/merchant/message/send-order-code-message': (ask) => {
      state.sendCode(staffNameOf(tableOf(dinerOf(ask))), 4);
      return { sent: true };
    },

    'GET /api/merchant/table/order-code/valid/:code': (ask) => {
      const diner = dinerOf(ask);
      const { code } = read(withCode, diner.request.params);
      return { valid: state.isNewestCode(staffNameOf(tableOf(diner)), code) };
    },

    // No group is named, so it is the table's id.
    'GET /api/system/web-pub-sub/scan-order-negotiate': async (ask) => {
      const diner = dinerOf(ask);
      const { id: group } = tableOf(diner);
      const { url } = await hub.getClientAccessToken({
        userId: diner.user.id,
        roles: [`webpubsub.joinLeaveGroup.${group}`, `webpubsub.sendToGroup.${group}`],
      });
      // The hub listens behind this server: the browser reaches it at the address of the page.
      const { pathname, search } = new URL(url);
      return `ws://${diner.request.host}${pathname}${search}`;
    },
  };
}

/** What the staff call a table; its order codes go to them under this name. */
export function staffNameOf({ name }: WholeTable): string {
  return `Table ${name}`;
}

function tableOf({ table }: Diner): WholeTable {
  if (!table) throw new Refusal(codes.tableUnavailable, 'Please scan the QR code again');
  return table;
}
