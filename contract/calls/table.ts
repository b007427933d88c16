import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, guestCount, id, optionalId, reference, storableText } from '../fields.ts';

const tableInfoSchema = z.object({
  tableId: id,
  tableName: z.string(),
  merchantId: reference,
  /** The session that this scan opened or joined. Only an event server sends it. */
  sessionId: z.optional(z.string()),
  /** 0 if it is not set yet. */
  guests: guestCount,
  orderType: z.nullable(count),
  /** The table of the diner's session, if that was merged into another one. */
  qrcodeId: z.optional(z.string()),
});
export type TableInfo = z.infer<typeof tableInfoSchema>;

/** The data of a refusal with 10010: the new name of the session that the phone named (S2). */
export const restoredSchema = z.object({ sessionId: z.string(), restoredFrom: z.string() });
export type Restored = z.infer<typeof restoredSchema>;

/** Scans a table's code. It opens the table's session or joins it. */
export const getTableByQrcode = call('GET /api/merchant/table/qrcode/info/:id', {
  params: z.object({ id: storableText(64) }),
  data: tableInfoSchema,
});

export const sendOrderCodeMessage = call('POST /api/merchant/message/send-order-code-message', {
  body: z.optional(z.object({ tableId: optionalId })),
  data: z.object({ sent: z.boolean() }),
  timeout: 'commit',
});

export const checkOrderCode = call('GET /api/merchant/table/order-code/valid/:code', {
  params: z.object({ code: storableText(12) }),
  data: z.object({ valid: z.boolean() }),
});

/** Returns access to the table group. The group's name is next to the envelope's fields (CX7). */
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
