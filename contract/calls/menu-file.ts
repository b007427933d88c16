/** The whole menu in one call, in the format of menu files. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count } from '../fields.ts';

/** The largest menu as JSON, in bytes: some thousand dishes. */
export const mostMenuBytes = 4 * 1024 * 1024;

/** Parts of a menu file that are not the menu. Only `import-menu` and the restaurant's pages change them. */
export const houseParts = ['merchant', 'tables', 'coupons'] as const;

const entries = z.array(z.record(z.string(), z.unknown()));

/** Returns the published menu. Sending it back unchanged changes nothing. */
export const getMenuFile = call('GET /api/staff/menu/file', {
  data: z.object({ stations: entries, categories: entries }),
  right: 'menu',
  scope: 'menu',
});

/**
 * Replaces the published menu at once. Entries that are not in the file are removed. A file that `import-menu` would
 * refuse is refused with 400, and with `mistakes` (`path`, `words`) in the data.
 */
export const writeMenuFile = call('POST /api/staff/menu/file', {
  fileBytes: mostMenuBytes,
  fileTypes: ['application/json'],
  data: z.object({
    /** Sections, dishes and other entries with an id. */
    added: count,
    changed: count,
    removed: count,
    /** Parts of the file that were ignored because they are not the menu. */
    notRead: z.array(z.enum(houseParts)),
  }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});
