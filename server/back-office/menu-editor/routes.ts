import {
  discardMenuDraft,
  editMenuDraft,
  getMenuDraft,
  menuHistory,
  publishMenu,
  takeBackMenuChange,
  unscheduleMenu,
  type MenuDraft,
} from '#contract/calls/menu-draft.ts';
import { getMenuFile, writeMenuFile } from '#contract/calls/menu-file.ts';
import type { Call } from '#contract/http/call.ts';
import { requireOwnMenu } from '#server/menu/chain-rows.ts';
import { createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { announceMenuChanged, announceToStaff } from '#server/ordering/realtime/announce.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { defineStaffRoute, type StaffHandler } from '#server/service/staff/staff-route.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { runWithPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import {
  createConflict,
  readDraft,
  presentDraft,
  presentSharedDraft,
  readShownVersion,
  writeDraft,
} from './draft.ts';
import { createUploadSlots } from './upload-slots.ts';
import { cancelSchedule, editDraft } from './edit-draft.ts';
import { readMenuHistory, revertMenuChange } from './history.ts';
import { publishDraft, scheduleDraft, type PublishContext } from './publish.ts';
import { exportMenuParts, importMenuParts } from './whole-file.ts';
import { createPacedQueue, type PacedQueue } from './paced-queue.ts';

/** Menu files of one restaurant that are uploaded at the same time. Each is up to 4 MiB; a POS sends one. */
export const fileSlots = {
  atOnce: 1,
  maxWaiting: 10,
  refusal: () => createBudgetRefusal('menuFilesAtOnce', 1),
};

/** The rate of each call that changes the draft. The page saves 0.7 s after the last key, so it stays below. */
export const draftCallRates = { perMinute: 90, atOnce: 10 };

interface Deps extends HubDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly pictures: PictureFiles;
}

/** The calls with which staff edit the menu: the draft, publishing, the history and the menu as a file. */
export function createMenuEditorRoutes(deps: Deps): Route[] {
  const shared = { ...deps, runPaced: createPacedQueue() };
  return [...createDraftRoutes(shared), ...publishRoutes(shared), ...createFileRoutes(shared)];
}

function createDraftRoutes(deps: MenuRouteDeps): Route[] {
  const { db, clock } = deps;
  return [
    defineMenuRoute(
      deps,
      getMenuDraft,
      async (merchantId, { query: { known } }) =>
        await runInTransaction(db, async (trx) =>
          known !== undefined && known === (await readShownVersion(trx, merchantId))
            ? null
            : await presentSharedDraft(trx, await readDraft(trx, merchantId, false)),
        ),
    ),

    defineMenuRoute(deps, editMenuDraft, async (merchantId, { body: { edits } }, { by }) => {
      const now = clock.now();
      return await runInTransaction(db, (trx) => editDraft(trx, merchantId, edits, { by: by.name, at: now }));
    }),

    defineMenuRoute(
      deps,
      discardMenuDraft,
      async (merchantId, { body: { draftVersion } }) =>
        await changeDraft(db, merchantId, async (trx) => {
          const draft = await readDraft(trx, merchantId, true);
          if (draft.draftVersion !== draftVersion) throw await createConflict(trx, draft);
          await writeDraft(trx, draft, [], draft.scheduled);
        }),
    ),
  ];
}

function publishRoutes(deps: MenuRouteDeps): Route[] {
  const { db } = deps;
  return [
    defineMenuRoute(
      deps,
      publishMenu,
      async (merchantId, { body: { draftVersion, due } }, { by: { name } }) => {
        const draft = await changePublished(deps, merchantId, async (trx, context) => {
          if (due === undefined) await publishDraft(trx, merchantId, draftVersion, name, context);
          else {
            const author = { by: name, at: context.now };
            await scheduleDraft(trx, merchantId, { seen: draftVersion, due }, author, context);
          }
        });
        if (due === undefined) await announceChange(deps, merchantId);
        return draft;
      },
    ),

    defineMenuRoute(
      deps,
      unscheduleMenu,
      async (merchantId) => await changeDraft(db, merchantId, (trx) => cancelSchedule(trx, merchantId)),
    ),

    defineMenuRoute(
      deps,
      menuHistory,
      async (merchantId, { query: { before } }) => await readMenuHistory(db, merchantId, before),
    ),

    defineMenuRoute(deps, takeBackMenuChange, async (merchantId, { body: { id } }, { by: { name } }) => {
      const draft = await changePublished(deps, merchantId, (trx, context) =>
        revertMenuChange(trx, merchantId, id, name, context),
      );
      await announceChange(deps, merchantId);
      return draft;
    }),
  ];
}

function createFileRoutes(deps: MenuRouteDeps): Route[] {
  const { db, runPaced } = deps;
  const runInSlot = createUploadSlots(fileSlots);
  return [
    defineMenuRoute(deps, getMenuFile, async (merchantId) => await exportMenuParts(db, merchantId)),

    defineStaffRoute(writeMenuFile, async (merchantId, { readFile, who: { language } }, { by: { name } }) => {
      await requireOwnMenu(db, merchantId);
      // The file enters the queue only after its upload. A slow upload therefore does not delay other calls.
      const written = await runInSlot(merchantId, readFile, async (bytes) => {
        const sent = { merchantId, bytes, author: name, language };
        return await runPaced(merchantId, () => importMenuParts(deps, sent));
      });
      if (written.added + written.changed + written.removed > 0) await announceChange(deps, merchantId);
      return written;
    }),
  ];
}

type MenuRouteDeps = Deps & { readonly runPaced: PacedQueue };

/**
 * A staff route that waits in the restaurant's queue, because each of these calls reads the whole menu and its draft.
 */
function defineMenuRoute<Params, Query, Body, Data>(
  { db, runPaced }: MenuRouteDeps,
  call: Call<Params, Query, Body, Data>,
  handle: StaffHandler<Params, Query, Body, Data>,
): Route {
  return defineStaffRoute(
    call,
    async (merchantId, request, staff) =>
      await runPaced(merchantId, async () => {
        if (call.method === 'POST') await requireOwnMenu(db, merchantId);
        return await handle(merchantId, request, staff);
      }),
    call.method === 'POST' ? draftCallRates : undefined,
  );
}

/** Changes the draft and returns it, in one transaction. */
async function changeDraft(
  db: Db,
  merchantId: string,
  change: (trx: Trx) => Promise<void>,
): Promise<MenuDraft> {
  return await runInTransaction(db, async (trx) => {
    await change(trx);
    return await presentDraft(trx, await readDraft(trx, merchantId, false));
  });
}

/** Like `changeDraft`, for changes that publish a menu with its pictures. */
async function changePublished(
  deps: Deps,
  merchantId: string,
  change: (trx: Trx, context: PublishContext) => Promise<void>,
): Promise<MenuDraft> {
  const now = deps.clock.now();
  return await runWithPictures(deps, async (trx, pictures) => {
    await change(trx, { pictures, now });
    return await presentDraft(trx, await readDraft(trx, merchantId, false));
  });
}

/** Notifies the phones and the staff's devices of a new menu. */
async function announceChange(deps: Deps, merchantId: string): Promise<void> {
  await Promise.all([announceMenuChanged(deps, merchantId), announceToStaff(deps, merchantId)]);
}
