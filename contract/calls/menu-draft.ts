/** CX23, CX24: the menu as the restaurant's people edit it: a draft that all of them see, and what was published when. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { count, countText, id, time, word } from '../fields.ts';
import { limits } from '../limits.ts';
import { mistakeCodes } from '../menu-file/mistake.ts';
import { treeSchema } from '../menu-file/tree-schema.ts';

/** Names a value of the tree by ids and fields; none of them is a name that JavaScript knows. */
const pathSchema = z
  .array(word(limits.idLength).check(z.refine((name) => !(name in {}), 'must not be a name of the language')))
  .check(z.minLength(1), z.maxLength(4));

/** A value that is not there is left out. */
const editShape = { path: pathSchema, from: z.optional(z.unknown()), to: z.optional(z.unknown()) };
const editSchema = z.object(editShape);

/** Who made it, by name, "" where nobody said; when, ms. */
const byShape = { by: z.string(), at: time };

const crossingSchema = z.object({
  path: pathSchema,
  /** What the draft makes of it. */
  mine: z.optional(z.unknown()),
  /** What stands there. */
  theirs: z.optional(z.unknown()),
  /** Whose that is. */
  ...byShape,
});
export type MenuCrossing = z.infer<typeof crossingSchema>;

const menuDraftSchema = z.object({
  /** Grows with every change of the draft and of the published dishes, also where one is sold out. */
  version: count,
  /** Of the draft alone: what is published or thrown away is the one that somebody looked at. */
  draftVersion: count,
  /** What diners see. */
  published: treeSchema,
  /** What the draft makes of it: laid over the published one it is the draft. */
  edits: z.array(z.object({ ...editShape, ...byShape })),
  /** What the draft changes and others published otherwise: it stands as they have it until somebody decides. */
  crossings: z.array(crossingSchema),
  /** When what goes live by itself; null: nothing does. `mistakes`: it was due, and could not. */
  scheduled: z.nullable(z.object({ ...byShape, due: time, edits: count, failed: z.boolean() })),
  /** Of today, whatever the draft says. */
  soldOut: z.object({ dishes: z.array(id), options: z.array(id) }),
  currency: z.string(),
  decimals: count,
});
export type MenuDraft = z.infer<typeof menuDraftSchema>;

/** Somebody else changed it since; the data are what `getMenuDraft` answers, with what crossed. */
export const menuCrossed = 4098;
/** It cannot be published as it is; the data say why, by places of the tree. */
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

/** `known`: the version that the page has; null: it is still that one. */
export const getMenuDraft = call('GET /api/staff/menu/draft', {
  query: z.object({ known: z.optional(countText) }),
  data: z.nullable(menuDraftSchema),
  right: 'menu',
  scope: 'menu',
});

/**
 * CX23: edits of the draft, all of them or none. Each says what it found (`from`): it is refused with 4098 where somebody
 * else has made something else of that since, else both stay.
 */
export const editMenuDraft = call('POST /api/staff/menu/draft/edit', {
  body: z.object({
    edits: z.array(editSchema).check(z.minLength(1), z.maxLength(limits.menuEdits)),
  }),
  data: z.object({
    version: count,
    draftVersion: count,
    /** The version that they were laid over: whoever knows another one has not seen what others did. */
    over: count,
  }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/** What is in the draft goes; what is scheduled stays. */
export const discardMenuDraft = call('POST /api/staff/menu/draft/discard', {
  body: z.object({ draftVersion: count }),
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/**
 * CX24: what is in the draft goes live, now or at a time. Refused with 4098 where it is not the version that was looked at,
 * or something crosses; with 4099 where it is no menu.
 */
export const publishMenu = call('POST /api/staff/menu/draft/publish', {
  body: z.object({ draftVersion: count, due: z.optional(time) }),
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/** What was to go live by itself does not; the draft keeps it. */
export const unscheduleMenu = call('POST /api/staff/menu/draft/unschedule', {
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});

/** How a change came: from the page, at its time, by taking another back, from a menu file, from the other pages. */
export const menuChangeWays = ['page', 'schedule', 'takenBack', 'file'] as const;

const menuChangeSchema = z.object({
  id,
  ...byShape,
  way: z.enum(menuChangeWays),
  /** The change that it took back; null: none. */
  takesBack: z.nullable(id),
  /** Somebody took it back. */
  isTakenBack: z.boolean(),
  /** Long ones only in part. */
  edits: z.array(editSchema),
  /** How many there are. */
  count,
  /** What the ids of the edits are called: `dishes/12`. */
  names: z.record(z.string(), z.object({ 'en-US': z.string(), 'zh-TW': z.string() })),
});
export type MenuChange = z.infer<typeof menuChangeSchema>;

/** What was published, the newest first. */
export const menuHistory = call('GET /api/staff/menu/history', {
  query: z.object({ before: z.optional(id) }),
  data: z.object({ changes: z.array(menuChangeSchema), hasMore: z.boolean() }),
  right: 'menu',
  scope: 'menu',
});

/** What a change made different is as it was, at once; refused with 4098 where something has changed again since. */
export const takeBackMenuChange = call('POST /api/staff/menu/history/take-back', {
  body: z.object({ id }),
  data: menuDraftSchema,
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});
