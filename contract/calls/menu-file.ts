/** CX32: the whole menu in one call, as a menu file has it. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count } from '../fields.ts';

/** Bytes of a menu as JSON: some thousand dishes. */
export const mostMenuBytes = 4 * 1024 * 1024;

/** Parts of a menu file that are the house's: `import-menu` and the restaurant's page write them. */
export const houseParts = ['merchant', 'tables', 'coupons'] as const;

const entries = z.array(z.record(z.string(), z.unknown()));

/** What is live, as such a file has it: sent back as it is it changes nothing. */
export const getMenuFile = call('GET /api/staff/menu/file', {
  data: z.object({ stations: entries, categories: entries }),
  right: 'menu',
  scope: 'menu',
});

/**
 * Makes the menu the same as a file, JSON, at once: what is not in it goes. Refused with 400 and `mistakes` (`path`, `words`)
 * in its data where `import-menu` would refuse it.
 */
export const writeMenuFile = call('POST /api/staff/menu/file', {
  fileBytes: mostMenuBytes,
  fileTypes: ['application/json'],
  data: z.object({
    /** Sections, dishes and what else bears an id. */
    added: count,
    changed: count,
    removed: count,
    /** What the file has beside the menu: it stays as it is live. */
    notRead: z.array(z.enum(houseParts)),
  }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});
