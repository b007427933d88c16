import { nanoid } from 'nanoid';
import { exportMenuDraft, previewMenuImport } from '#contract/calls/menu-import.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { readDraft } from '../menu-editor/draft.ts';
import { createPacedQueue } from '../menu-editor/paced-queue.ts';
import { draftCallRates, fileSlots } from '../menu-editor/routes.ts';
import { createUploadSlots } from '../menu-editor/upload-slots.ts';
import { exportDraft } from './export-draft.ts';
import { previewImport } from './preview-import.ts';

interface Deps {
  readonly db: Db;
  readonly pictures: PictureFiles;
}

/** The length of the ids of new entries, as the menu page makes them. */
const idLength = 10;

/** The menu as a file, for the owner's page. */
export function createMenuImportRoutes({ db, pictures }: Deps): Route[] {
  const runPaced = createPacedQueue();
  const runInSlot = createUploadSlots(fileSlots);
  const readMenu = async (merchantId: string) =>
    await runInTransaction(db, (trx) => readDraft(trx, merchantId, false));
  const createId = () => nanoid(idLength);
  return [
    defineStaffRoute(
      previewMenuImport,
      async (merchantId, { query: { mode }, readFile, who: { language } }) =>
        await runInSlot(merchantId, readFile, (bytes) =>
          runPaced(merchantId, async () =>
            previewImport(await readMenu(merchantId), { bytes, mode, language, pictures, createId }),
          ),
        ),
      draftCallRates,
    ),

    defineStaffRoute(exportMenuDraft, async (merchantId, { query: { format }, who: { language } }) =>
      runPaced(merchantId, async () => exportDraft(await readMenu(merchantId), format, language)),
    ),
  ];
}
