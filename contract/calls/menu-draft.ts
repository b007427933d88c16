/** Editing the menu: a draft that all editors share, and the history of what was published. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, countText, id, time, storableText } from '../fields.ts';
import { limits } from '../limits.ts';
import { createLocalizedSchema } from '../menu-file/localized.ts';
import { mistakeCodes } from '../menu-file/mistake.ts';
import { houseTaxSchema } from './house.ts';
import { treeSchema } from '../menu-file/tree-schema.ts';

/** Names a value of the tree by ids and fields. Names of JavaScript's own properties are refused. */
const pathSchema = z
  .array(
    storableText(limits.idLength).check(
      z.refine((name) => !(name in {}), 'must not be a name of the language'),
    ),
  )
  .check(z.minLength(1), z.maxLength(4));

/** A value that does not exist is left out. */
const editShape = { path: pathSchema, from: z.optional(z.unknown()), to: z.optional(z.unknown()) };
export const editSchema = z.object(editShape);

/** The person's name, or "", and the time, ms. */
const byShape = { by: z.string(), at: time };

const crossingSchema = z.object({
  path: pathSchema,
  /** The value in the draft. */
  mine: z.optional(z.unknown()),
  /** The published value. */
  theirs: z.optional(z.unknown()),
  /** The person who published it. */
  ...byShape,
});
export type MenuCrossing = z.infer<typeof crossingSchema>;

const menuDraftSchema = z.object({
  /** Changes with every edit of the draft and of the published dishes, and with every sold-out mark. */
  version: count,
  /** The version of the draft alone. Publishing or discarding names the version that the person saw. */
  draftVersion: count,
  /** What diners see. */
  published: treeSchema,
  /** The draft as edits: applied to the published menu, they give the draft. */
  edits: z.array(z.object({ ...editShape, ...byShape })),
  /** Values that the draft and others changed differently. The published value stays until a person decides. */
  crossings: z.array(crossingSchema),
  /**
   * What will be published automatically; null if nothing will. `failed` means that it was due, but could not be
   * published.
   */
  scheduled: z.nullable(z.object({ ...byShape, due: time, edits: count, failed: z.boolean() })),
  /** The sold-out marks of today, independent of the draft. */
  soldOut: z.object({ dishes: z.array(id), options: z.array(id) }),
  currency: z.string(),
  decimals: count,
  /** Empty if the restaurant has one tax. */
  taxes: z.array(houseTaxSchema),
});
export type MenuDraft = z.infer<typeof menuDraftSchema>;

/** The draft has changed since. The data are those of `getMenuDraft`, with the crossings. */
export const menuCrossed = 4098;
/** The draft cannot be published. The data list the mistakes by their places in the tree. */
export const menuMistaken = 4099;

const mistakesSchema = z.object({
  mistakes: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      code: z.enum(mistakeCodes),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
      first: z.optional(z.array(z.union([z.string(), z.number()]))),
    }),
  ),
});
/** The data of a refusal with `menuMistaken`. */
export type MenuMistakes = z.infer<typeof mistakesSchema>;

/** `known` is the version that the page has. If it is current, the answer is null. */
export const getMenuDraft = call('GET /api/staff/menu/draft', {
  query: z.object({ known: z.optional(countText) }),
  data: z.nullable(menuDraftSchema),
  right: 'menu',
  scope: 'menu',
});

/**
 * Applies edits to the draft, all of them or none. Each edit names the value that it found (`from`). If others have
 * changed that value, it is refused with 4098. Otherwise the edits of all people stay.
 */
export const editMenuDraft = call('POST /api/staff/menu/draft/edit', {
  body: z.object({
    edits: z.array(editSchema).check(z.minLength(1), z.maxLength(limits.menuEdits)),
  }),
  data: z.object({
    version: count,
    draftVersion: count,
    /** The version that the edits were made on. An editor with an older version has not seen the changes of others. */
    over: count,
  }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/** Discards the draft. A scheduled publication stays. */
export const discardMenuDraft = call('POST /api/staff/menu/draft/discard', {
  body: z.object({ draftVersion: count }),
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/**
 * Publishes the draft, now or at a given time. It is refused with 4098 if it is not the version that the person saw or
 * if there are crossings, and with 4099 if it is not a valid menu.
 */
export const publishMenu = call('POST /api/staff/menu/draft/publish', {
  body: z.object({ draftVersion: count, due: z.optional(time) }),
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/** Cancels a scheduled publication. Its edits stay in the draft. */
export const unscheduleMenu = call('POST /api/staff/menu/draft/unschedule', {
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/** The origin of a change: the menu page, a schedule, undoing another change, or a menu file. */
export const menuChangeWays = ['page', 'schedule', 'takenBack', 'file'] as const;

const menuChangeSchema = z.object({
  id,
  ...byShape,
  way: z.enum(menuChangeWays),
  /** The change that it undid, or null. */
  takesBack: z.nullable(id),
  /** Whether it was undone. */
  isTakenBack: z.boolean(),
  /** Long values are shortened. */
  edits: z.array(editSchema),
  /** The number of changes. */
  count,
  /** Names of the ids in the edits, by `dishes/12`. */
  names: z.record(z.string(), createLocalizedSchema()),
});
export type MenuChange = z.infer<typeof menuChangeSchema>;

/** Lists publications, newest first. */
export const menuHistory = call('GET /api/staff/menu/history', {
  query: z.object({ before: z.optional(id) }),
  data: z.object({ changes: z.array(menuChangeSchema), hasMore: z.boolean() }),
  right: 'menu',
  scope: 'menu',
});

/** Undoes a publication at once. It is refused with 4098 if part of it has changed again since. */
export const takeBackMenuChange = call('POST /api/staff/menu/history/take-back', {
  body: z.object({ id }),
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});
