import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  discardMenuDraft,
  editMenuDraft,
  getMenuDraft,
  menuCrossed,
  menuHistory,
  publishMenu,
  takeBackMenuChange,
  unscheduleMenu,
  type MenuDraft,
} from '#contract/calls/menu-draft.ts';
import type { Edit } from '#contract/menu-file/edits.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { sayFailure } from '../../calls/say-failure.ts';
import { menuDraftKey } from '../../calls/staff-queries.ts';
import type { Conflict } from './draft/conflicts.ts';
import type { Writing } from './draft/draft-state.ts';
import { toReading } from './draft/reading.ts';

/** How often changes of others are polled, ms. */
const pollMs = 10_000;

const historyKey = ['staff', 'menu-history'] as const;

export function useMenuDraft() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: menuDraftKey,
    queryFn: async (): Promise<MenuDraft> => {
      const before = queries.getQueryData<MenuDraft>(menuDraftKey);
      const draft = await request(getMenuDraft, { query: { known: before?.version } });
      return draft ?? before ?? (await fetchWholeDraft());
    },
    refetchInterval: pollMs,
  });
}

async function fetchWholeDraft(): Promise<MenuDraft> {
  const draft = await request(getMenuDraft, { query: {} });
  if (!draft) throw new ApiError({ kind: 'malformed', reason: 'no draft' });
  return draft;
}

/** True if another person changed the draft meanwhile, so their change must be shown first (code 4098). */
export function isCrossed(error: unknown): boolean {
  return error instanceof ApiError && error.code === menuCrossed;
}

/** Sends edits to the draft, one request after the other. */
export async function writeEdits(portions: readonly (readonly Edit[])[], known: number): Promise<Writing> {
  try {
    let written = { version: known, draftVersion: 0 };
    let sawAll = true;
    for (const edits of portions) {
      const answer = await request(editMenuDraft, { body: { edits } });
      sawAll &&= answer.over === written.version;
      written = answer;
    }
    const { version, draftVersion } = written;
    return {
      kind: 'saved',
      version,
      draftVersion,
      ...(!sawAll && { newer: toReading(await fetchWholeDraft()) }),
    };
  } catch (error) {
    if (isCrossed(error)) return await fetchStale();
    if (error instanceof ApiError && error.failure.kind === 'refused' && !error.isWorthAnotherTry)
      return { kind: 'refused', words: error.failure.msg };
    return { kind: 'offline' };
  }
}

async function fetchStale(): Promise<Writing> {
  return await fetchWholeDraft().then(
    (draft) => ({ kind: 'stale', reading: toReading(draft) }),
    () => ({ kind: 'offline' }),
  );
}

/** Drops the draft's change of a published value, so that the draft takes the published one. */
export function useGiveUp(): (conflict: Conflict) => void {
  const queries = useQueryClient();
  return ({ path, theirs }) =>
    void request(editMenuDraft, { body: { edits: [{ path, from: theirs, to: theirs }] } })
      .catch(sayFailure)
      .then(() => queries.invalidateQueries({ queryKey: menuDraftKey }));
}

interface Publishing {
  /** The version of the draft that the owner saw. */
  readonly draftVersion: number;
  /** When to publish, ms. undefined for now. */
  readonly due: number | undefined;
}

/**
 * Publishes or discards the draft, cancels a scheduled publication, or reverts a published one. Stores the resulting
 * draft.
 */
export function useMenuAct(onDone: (draft: MenuDraft) => void) {
  const queries = useQueryClient();
  const onSuccess = async (draft: MenuDraft) => {
    queries.setQueryData(menuDraftKey, draft);
    onDone(draft);
    await queries.invalidateQueries({ queryKey: historyKey });
  };
  const onError = async (error: Error) => {
    if (isCrossed(error)) await queries.invalidateQueries({ queryKey: menuDraftKey });
  };
  return {
    publish: useMutation({
      mutationFn: ({ draftVersion, due }: Publishing) =>
        request(publishMenu, { body: { draftVersion, ...(due !== undefined && { due }) } }),
      onSuccess,
      onError,
    }),
    /** Takes the version of the draft that the owner saw. */
    discard: useMutation({
      mutationFn: (draftVersion: number) => request(discardMenuDraft, { body: { draftVersion } }),
      onSuccess,
      onError,
    }),
    unschedule: useMutation({ mutationFn: () => request(unscheduleMenu, {}), onSuccess, onError }),
    takeBack: useMutation({
      mutationFn: (id: string) => request(takeBackMenuChange, { body: { id } }),
      onSuccess,
      onError,
    }),
  };
}

/** Reads the publications, newest first, page by page. */
export function useMenuHistory() {
  return useInfiniteQuery({
    queryKey: historyKey,
    queryFn: ({ pageParam }) => request(menuHistory, { query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
  });
}
