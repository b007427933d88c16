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
import { budgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { announceMenuChanged, announceToStaff } from '#server/ordering/realtime/announce.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { staffRoute, type StaffHandler } from '#server/service/staff/staff-route.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import {
  conflictRefusal,
  readDraft,
  presentDraft,
  presentSharedDraft,
  readShownVersion,
  writeDraft,
} from './draft.ts';
import { createUploadSlots } from './upload-slots.ts';
import { cancelSchedule, editDraft } from './edit-draft.ts';
import { readMenuHistory, revertMenuChange } from './history.ts';
import { publishDraft, scheduleDraft } from './publish.ts';
import { readMenuParts, writeMenuParts } from './whole-file.ts';
import { createPacedQueue } from './paced-queue.ts';

/** CX32: each is 4 MiB; a till sends one. */
export const filePlaces = { atOnce: 1, mostWaiting: 10, refusal: () => budgetRefusal('menuFilesAtOnce', 1) };

/** Of each call that changes the draft: the page saves after a pause of 0.7 s in the typing, so it never waits. */
export const draftsByHand = { perMinute: 90, atOnce: 10 };

interface Deps extends HubDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: { readonly dataDir: string };
}

/** CX23, CX24, CX32: the menu as the restaurant's people edit it. */
export function menuEditorRoutes(deps: Deps): Route[] {
  const { db, clock, config } = deps;
  const where = () => ({ dataDir: config.dataDir, now: clock.now() });
  /** The draft after a change, in the same transaction. */
  const changed = async (merchantId: string, change: (trx: Trx) => Promise<void>): Promise<MenuDraft> =>
    await inTransaction(db, async (trx) => {
      await change(trx);
      return await presentDraft(trx, await readDraft(trx, merchantId, false));
    });
  const tellEverybody = async (merchantId: string) => {
    await Promise.all([announceMenuChanged(deps, merchantId), announceToStaff(deps, merchantId)]);
  };

  const atPlace = createUploadSlots(filePlaces);
  const atRest = createPacedQueue();
  /** Each of them reads the whole menu and its draft. */
  const menuRoute = <Params, Query, Body, Data>(
    call: Call<Params, Query, Body, Data>,
    handle: StaffHandler<Params, Query, Body, Data>,
  ): Route =>
    staffRoute(
      call,
      async (merchantId, request, staff) =>
        await atRest(merchantId, () => handle(merchantId, request, staff)),
      call.method === 'POST' ? draftsByHand : undefined,
    );

  return [
    menuRoute(
      getMenuDraft,
      async (merchantId, { query: { known } }) =>
        await inTransaction(db, async (trx) =>
          known !== undefined && known === (await readShownVersion(trx, merchantId))
            ? null
            : await presentSharedDraft(trx, await readDraft(trx, merchantId, false)),
        ),
    ),

    menuRoute(editMenuDraft, async (merchantId, { body: { edits } }, { by }) => {
      const now = clock.now();
      return await inTransaction(db, (trx) => editDraft(trx, merchantId, edits, { by: by.name, at: now }));
    }),

    menuRoute(
      discardMenuDraft,
      async (merchantId, { body: { draftVersion } }) =>
        await changed(merchantId, async (trx) => {
          const draft = await readDraft(trx, merchantId, true);
          if (draft.draftVersion !== draftVersion) throw await conflictRefusal(trx, draft);
          await writeDraft(trx, draft, [], draft.scheduled);
        }),
    ),

    menuRoute(publishMenu, async (merchantId, { body: { draftVersion, due } }, { by: { name } }) => {
      const here = where();
      const draft = await changed(merchantId, async (trx) => {
        if (due === undefined) await publishDraft(trx, merchantId, draftVersion, name, here);
        else
          await scheduleDraft(trx, merchantId, { seen: draftVersion, due }, { by: name, at: here.now }, here);
      });
      if (due === undefined) await tellEverybody(merchantId);
      return draft;
    }),

    menuRoute(
      unscheduleMenu,
      async (merchantId) => await changed(merchantId, (trx) => cancelSchedule(trx, merchantId)),
    ),

    menuRoute(
      menuHistory,
      async (merchantId, { query: { before } }) => await readMenuHistory(db, merchantId, before),
    ),

    menuRoute(takeBackMenuChange, async (merchantId, { body: { id } }, { by: { name } }) => {
      const here = where();
      const draft = await changed(merchantId, (trx) => revertMenuChange(trx, merchantId, id, name, here));
      await tellEverybody(merchantId);
      return draft;
    }),

    menuRoute(getMenuFile, async (merchantId) => await readMenuParts(db, merchantId)),

    staffRoute(writeMenuFile, async (merchantId, { file, who: { language } }, { by: { name } }) => {
      // Whoever sends slowly keeps none of the other calls waiting.
      const written = await atPlace(merchantId, file, async (bytes) => {
        const sent = { merchantId, bytes, author: name, language };
        return await atRest(merchantId, () => writeMenuParts(db, sent, where()));
      });
      if (written.added + written.changed + written.removed > 0) await tellEverybody(merchantId);
      return written;
    }),
  ];
}
