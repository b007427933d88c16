import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, guestCount, id, optionalId, reference, word } from '../fields.ts';

const tableInfoSchema = z.object({
  tableId: id,
  tableName: z.string(),
  merchantId: reference,
  /** S1: the session that this scan opened or joined; an event-aware server's alone. */
  sessionId: z.optional(z.string()),
  /** 0: nobody has said yet. */
  guests: guestCount,
  orderType: z.nullable(count),
  /** CX19: the asker's party has joined another one: of the table where that sits. */
  qrcodeId: z.optional(z.string()),
});
export type TableInfo = z.infer<typeof tableInfoSchema>;

/** S2: beside a refusal with 10010: the session that the phone named goes on by another name. */
export const restoredSchema = z.object({ sessionId: z.string(), restoredFrom: z.string() });
export type Restored = z.infer<typeof restoredSchema>;

/** The scan: opens the table's session or joins it. */
export const getTableByQrcode = call('GET /api/merchant/table/qrcode/info/:id', {
  params: z.object({ id: word(64) }),
  data: tableInfoSchema,
});

export const sendOrderCodeMessage = call('POST /api/merchant/message/send-order-code-message', {
  body: z.optional(z.object({ tableId: optionalId })),
  data: z.object({ sent: z.boolean() }),
  timeout: 'commit',
});

export const checkOrderCode = call('GET /api/merchant/table/order-code/valid/:code', {
  params: z.object({ code: word(12) }),
  data: z.object({ valid: z.boolean() }),
});

/** The group's name stands beside the envelope's fields (D23). */
export const negotiate = call('GET /api/system/web-pub-sub/scan-order-negotiate', {
  query: z.object({ userId: optionalId, tableId: optionalId }),
  data: z.string(),
});

export const negotiateAnswerSchema = z.looseObject({
  success: z.boolean(),
  data: z.nullish(z.string()),
  msg: z.nullish(z.string()),
  group: z.optional(z.string()),
});
