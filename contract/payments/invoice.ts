/** What a guest gives for an invoice: a name, a tax id and, in Taiwan, a carrier (載具) that receives it. Pure. */
import * as z from 'zod/mini';
import { id, text } from '../fields.ts';

/** Longest texts of the fields. */
export const invoiceLimits = { buyerName: 100, buyerTaxId: 30, carrier: 20 } as const;

/** `""` means none. */
export const invoiceFields = {
  buyerName: text(invoiceLimits.buyerName),
  buyerTaxId: text(invoiceLimits.buyerTaxId),
  carrier: text(invoiceLimits.carrier),
};
const invoiceSchema = z.object(invoiceFields);
export type Invoice = z.infer<typeof invoiceSchema>;
export type InvoiceField = keyof Invoice;

/**
 * The field `invoices` of an order: the details of each diner who gave some. Staff and systems read it, other diners do
 * not.
 */
export const invoicesSchema = z.array(z.looseObject({ userId: id, ...invoiceFields }));
export type DinerInvoice = z.infer<typeof invoicesSchema>[number];

/** Reads the details of an order, without those that were erased. */
export function readInvoices(order: Readonly<Record<string, unknown>>): DinerInvoice[] {
  const invoices = z.safeParse(invoicesSchema, order['invoices']).data ?? [];
  return invoices.filter((invoice) => !isEmptyInvoice(invoice));
}

export function isEmptyInvoice({ buyerName, buyerTaxId, carrier }: Invoice): boolean {
  return buyerName === '' && buyerTaxId === '' && carrier === '';
}

/** Writes full-width characters as usual ones. Tax id and carrier have no blanks and no small letters. */
export function normaliseInvoice({ buyerName, buyerTaxId, carrier }: Invoice): Invoice {
  const normaliseCode = (value: string) => value.normalize('NFKC').replaceAll(/\s/gu, '').toUpperCase();
  return {
    buyerName: buyerName.trim(),
    buyerTaxId: normaliseCode(buyerTaxId),
    carrier: normaliseCode(carrier),
  };
}

/** Whether a restaurant's invoices are those of Taiwan, by its currency. */
export function hasTaiwanInvoices(currency: string): boolean {
  return currency === 'TWD';
}

/** Returns the fields with a mistake. @param invoice normalised */
export function findInvoiceMistakes(
  { buyerTaxId, carrier }: Invoice,
  { isTaiwan }: { readonly isTaiwan: boolean },
): InvoiceField[] {
  const isTaxId = isTaiwan ? isTaiwanTaxId : (value: string) => /^[\p{L}\d./-]{4,}$/u.test(value);
  return [
    ...(buyerTaxId === '' || isTaxId(buyerTaxId) ? [] : (['buyerTaxId'] as const)),
    ...(carrier === '' || (isTaiwan && isCarrier(carrier)) ? [] : (['carrier'] as const)),
  ];
}

/** The weights of the digits of a 統一編號. */
const weights = [1, 2, 1, 2, 1, 2, 4, 1] as const;

/**
 * Whether it is a 統一編號: the digits of the products of digit and weight add up to a multiple of 5. If the seventh
 * digit is 7, its product 28 may count 1 instead of 10. Taiwan's Ministry of Finance divides by 5 since April 2023, and
 * by 10 before, so older numbers stay valid.
 */
export function isTaiwanTaxId(value: string): boolean {
  if (!/^\d{8}$/.test(value)) return false;
  const sum = weights.reduce((total, weight, n) => {
    const product = Number(value[n]) * weight;
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 5 === 0 || (value[6] === '7' && (sum + 1) % 5 === 0);
}

/** A mobile barcode (手機條碼), or the number of a citizen certificate (自然人憑證). */
function isCarrier(value: string): boolean {
  return /^\/[0-9A-Z+\-.]{7}$/.test(value) || /^[A-Z]{2}\d{14}$/.test(value);
}
