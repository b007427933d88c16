import { ApiError } from '#client/api/api-error.ts';
import {
  printerColumns,
  printerRefusals,
  printerRefused,
  type PrinterOnPage,
  type PrinterRefusal,
  type PrinterSettings,
  type PrinterWay,
} from '#contract/calls/printers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';

/** A secret address that the printer has to ask. */
export interface SecretAddress {
  readonly way: PrinterWay;
  readonly path: string;
}

/** The settings of a printer, without its state. */
export function readSettings(printer: PrinterOnPage): PrinterSettings {
  const { name, way, address, charset, columns, language, stations, bills, autoReceipt, drawer } = printer;
  const automatic = autoReceipt === undefined ? {} : { autoReceipt };
  return { name, way, address, charset, columns, language, stations, bills, ...automatic, drawer };
}

export function createSettings(language: LanguageCode, stations: readonly string[]): PrinterSettings {
  return {
    name: '',
    way: 'network',
    address: '',
    // Printers are sold with the character set of the region.
    charset: language === 'zh-TW' ? 'big5' : 'latin',
    columns: printerColumns.usual,
    language,
    stations: [...stations],
    bills: false,
    drawer: false,
  };
}

/** Why the server refused a printer or the stations. Undefined for other failures. */
export function readRefusal(error: Error | null): PrinterRefusal | undefined {
  if (!(error instanceof ApiError) || error.code !== printerRefused) return undefined;
  const { failure } = error;
  const data = failure.kind === 'refused' ? (failure.data as { reason?: unknown } | null) : null;
  return printerRefusals.find((reason) => reason === data?.reason);
}
