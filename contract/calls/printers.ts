/** The printers of a restaurant and its kitchen stations, as owners and managers set them up on a page. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { requireAllLanguages } from '../menu-file/localized.ts';
import { id, storableText, time } from '../fields.ts';
import { languageCodes } from '../http/headers.ts';
import { charsets } from '../menu-file/whole-merchant.ts';
import { printerStateSchema } from './kitchen.ts';

/**
 * How tickets reach a printer:
 *
 * - `network`: the server connects to it, usually on port 9100
 * - `star`: a Star printer asks the server (CloudPRNT)
 * - `epson`: an Epson printer asks the server (Server Direct Print)
 */
export const printerWays = ['network', 'star', 'epson'] as const;
export type PrinterWay = (typeof printerWays)[number];

/** A restaurant has at most this many printers, and this many stations. */
export const mostPrinters = 30;

/** Columns of small letters: 32 on paper of 58 mm, 48 on 80 mm. */
export const printerColumns = { least: 24, most: 80, usual: 48 } as const;

const printerFields = {
  /** Empty: the names of its stations are shown. */
  name: storableText(60),
  way: z.enum(printerWays),
  /** `host` or `host:port`. Empty for a printer that asks the server. */
  address: storableText(255),
  /** The characters of a network printer. A printer that asks gets pictures. */
  charset: z.enum(charsets),
  columns: z.int().check(z.minimum(printerColumns.least), z.maximum(printerColumns.most)),
  language: z.enum(languageCodes),
  /** A station prints at one printer. */
  stations: z.array(id).check(z.maxLength(mostPrinters)),
  /** It prints bills and receipts. One printer does. */
  bills: z.boolean(),
  /** It prints the receipt as soon as a bill is paid, if it prints receipts at all. */
  autoReceipt: z.optional(z.boolean()),
  /** A cash drawer is connected to it, which opens when cash is taken or given back. */
  drawer: z.boolean(),
};
const printerSettings = z.object(printerFields);
export type PrinterSettings = z.infer<typeof printerSettings>;

const printerSchema = z.object({
  id,
  ...printerFields,
  state: printerStateSchema,
  /** When a printer that asks last did so; null: never. */
  askedAt: z.nullable(time),
  /** When it last printed something; null: never. */
  printedAt: z.nullable(time),
});
export type PrinterOnPage = z.infer<typeof printerSchema>;

const stationName = storableText(60).check(z.trim(), z.minLength(1));
const name = requireAllLanguages(stationName);

const setUpSchema = z.object({
  stations: z.array(z.object({ id, name })),
  printers: z.array(printerSchema),
  /** The server's own address; null: the operator has set none. */
  publicUrl: z.nullable(z.string()),
  /** The ports of network printers that the operator allows. */
  ports: z.object({ from: z.int(), to: z.int() }),
});
export type PrinterSetUp = z.infer<typeof setUpSchema>;

const changed = z.object({
  setUp: setUpSchema,
  /** The path that a printer asks. It contains a secret, which only this answer shows. */
  secretPath: z.optional(z.string()),
});

export const listPrinters = call('GET /api/staff/printer/list', { data: setUpSchema, right: 'printers' });

/** The data of the refusal contain the `reason`. */
export const printerRefused = 4106;
export const printerRefusals = [
  'badAddress',
  /** The operator does not allow this port. */
  'badPort',
  'unknownPrinter',
  'unknownStation',
  'tooMany',
  /** A dish or a section of the menu is made at the station. */
  'stationInUse',
] as const;
export type PrinterRefusal = (typeof printerRefusals)[number];

/** Saves a printer. Without an id, it is a new one. */
export const savePrinter = call('POST /api/staff/printer/save', {
  body: z.object({
    id: z.optional(id),
    printer: printerSettings,
    /** Gives a printer that asks another secret path. The old one ends. A new printer gets one anyway. */
    newPath: z.optional(z.boolean()),
  }),
  data: changed,
  right: 'printers',
});

/** Removes a printer. What waits for it is not printed. */
export const removePrinter = call('POST /api/staff/printer/remove', {
  body: z.object({ id }),
  data: changed,
  right: 'printers',
});

/** Queues a test print, which also opens the drawer. The state of the printer says how it went. */
export const testPrinter = call('POST /api/staff/printer/test', {
  body: z.object({ id }),
  data: changed,
  right: 'printers',
});

/** Replaces the list of stations. An entry without an id is new. */
export const saveStations = call('POST /api/staff/printer/stations', {
  body: z.object({
    stations: z.array(z.object({ id: z.optional(id), name })).check(z.maxLength(mostPrinters)),
  }),
  data: changed,
  right: 'printers',
  timeout: 'commit',
});
