/** A menu as a file on the owner's page: read into the draft, or saved from it. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count } from '../fields.ts';
import { editSchema } from './menu-draft.ts';
import { mostMenuBytes } from './menu-file.ts';

/** The menu file, a table of our own, schema.org as JSON-LD, and the item library of Square. */
export const menuFormats = ['yaml', 'csv', 'jsonLd', 'square'] as const;
export type MenuFormat = (typeof menuFormats)[number];

/** Whether dishes that the file does not name leave the menu. */
export const importModes = ['add', 'replace'] as const;
export type ImportMode = (typeof importModes)[number];

/**
 * The place in the file, and what is wrong there, in the language of the request. Words about the whole file have no
 * place ("").
 */
const noticeSchema = z.object({ place: z.string(), words: z.string() });
export type ImportNotice = z.infer<typeof noticeSchema>;

/**
 * Reads a menu file in any of the formats and compares it with the draft. It changes nothing: the edits are for
 * `editMenuDraft`. The server finds out the format from the content.
 */
export const previewMenuImport = call('POST /api/staff/menu/import', {
  query: z.object({ mode: z.enum(importModes) }),
  fileBytes: mostMenuBytes,
  fileTypes: ['application/octet-stream', 'text/csv', 'application/json', 'application/yaml'],
  data: z.object({
    /** null if the file is in none of the formats. */
    format: z.nullable(z.enum(menuFormats)),
    /** The dishes in the file. */
    dishes: count,
    /** The version of the draft that was compared. */
    draftVersion: count,
    /** Empty if the file has mistakes. */
    edits: z.array(editSchema),
    /** The first mistakes. */
    mistakes: z.array(noticeSchema),
    /** All mistakes. */
    mistakeCount: count,
    warnings: z.array(noticeSchema),
  }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/** Writes the menu with its draft as a file. */
export const exportMenuDraft = call('GET /api/staff/menu/export', {
  query: z.object({ format: z.enum(menuFormats) }),
  data: z.object({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});
