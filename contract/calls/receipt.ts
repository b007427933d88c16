/** The bill of an order, and its receipt once it is paid: as rows for a page, and as a PDF. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { invoiceFields } from '../payments/invoice.ts';
import { count, id, storableText } from '../fields.ts';
import { mailAddressLength } from '../mail-address.ts';
import { actId } from './service.ts';

/**
 * A row of a bill or receipt. Page, PDF and printer show the same rows. Amounts, dates and rates are already written for
 * the reader.
 */
export const paperRowSchema = z.discriminatedUnion('kind', [
  /** Large, in the middle. */
  z.object({ kind: z.literal('title'), text: z.string() }),
  z.object({ kind: z.literal('middle'), text: z.string() }),
  /** A label and an amount at the other edge. */
  z.object({ kind: z.literal('amount'), label: z.string(), amount: z.string() }),
  z.object({ kind: z.literal('total'), label: z.string(), amount: z.string() }),
  /** Belongs to the row above. */
  z.object({ kind: z.literal('note'), text: z.string() }),
  /** A row of a table with four columns. The first is a label, the others are amounts. */
  z.object({ kind: z.literal('columns'), cells: z.array(z.string()), isHead: z.boolean() }),
  z.object({ kind: z.literal('rule') }),
]);
export type PaperRow = z.infer<typeof paperRowSchema>;

/** It waits for its next attempt, the mail server has accepted it, or the server has given it up. */
export const mailStates = ['waiting', 'sent', 'failed'] as const;

const receiptSchema = z.object({
  /** A bill while something is owed, then a receipt. */
  kind: z.enum(['bill', 'receipt']),
  /** The running number of a receipt, from 1 and without gaps. It is given with the first receipt of the order. */
  number: z.nullable(count),
  rows: z.array(paperRowSchema),
  /** If it was asked for. null: the server has no font for a character of it, but the reader's browser may print it. */
  pdf: z.optional(z.nullable(z.object({ fileName: z.string(), base64: z.string() }))),
  /** The diner's own details for an invoice, and which ones the restaurant takes. Not for staff. */
  invoice: z.optional(z.object({ ...invoiceFields, isTaiwan: z.boolean() })),
  /** The receipt can be sent by mail. Absent for a bill, and if the restaurant has no mail server. */
  mail: z.optional(
    z.object({
      /** The address that the member has let the restaurant keep, or "". */
      address: z.string(),
      /** What became of the mail that the reader sent last. */
      last: z.optional(z.enum(mailStates)),
    }),
  ),
});
export type Receipt = z.infer<typeof receiptSchema>;

const asked = z.object({ orderId: id, pdf: z.optional(z.boolean()) });

/** Returns the bill or receipt of an order, in the diner's language. */
export const getReceipt = call('POST /api/merchant/order/receipt', { body: asked, data: receiptSchema });

/** Keeps the diner's details for an invoice with the order. Empty details remove them. */
export const saveInvoice = call('POST /api/merchant/order/invoice', {
  body: z.object({ orderId: id, ...invoiceFields }),
  data: z.object({ saved: z.boolean() }),
});

/** A field is wrong. The data name the fields. */
export const invoiceMistaken = 4105;

/** The same for staff. */
export const staffReceipt = call('POST /api/staff/receipt', {
  body: asked,
  data: receiptSchema,
  scope: 'settle',
  right: 'service',
});

const address = storableText(mailAddressLength);

/** Sends the receipt by mail. The same receipt to the same address is not queued twice. */
export const mailReceipt = call('POST /api/merchant/order/receipt/mail', {
  body: z.object({
    orderId: id,
    address,
    /** A member lets the restaurant keep the address. */
    keep: z.optional(z.boolean()),
  }),
  data: z.object({ queued: z.boolean() }),
});

/** The same for staff. */
export const staffMailReceipt = call('POST /api/staff/receipt/mail', {
  body: z.object({ orderId: id, address }),
  data: z.object({ queued: z.boolean() }),
  scope: 'settle',
  right: 'service',
});

/** The receipt cannot be sent by mail. The data name the reason. */
export const mailRefused = 4107;
export const mailRefusals = ['wrongAddress', 'notPaid', 'noMailServer'] as const;
export type MailRefusal = (typeof mailRefusals)[number];

/** Prints the bill or receipt on the printer for bills. The second print of a receipt says that it is a copy. */
export const printReceipt = call('POST /api/staff/receipt/print', {
  body: z.object({ actId, orderId: id }),
  /** false if no printer prints bills. */
  data: z.object({ queued: z.boolean() }),
  scope: 'settle',
  right: 'service',
});
