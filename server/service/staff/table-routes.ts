import { answerHelp } from '#contract/calls/help.ts';
import { codes } from '#contract/codes.ts';
import { removeDiner, reissueQrcode, showOrderCode } from '#contract/calls/staff.ts';
import {
  closeTable,
  mergeTables,
  moveTable,
  noteTable,
  seatTable,
  setTableGuests,
  splitTables,
  takeBackAtTable,
} from '#contract/calls/tables.ts';
import { takeBackMs } from '#contract/limits.ts';
import { zero } from '#projections/bill/money.ts';
import { selectUnpaidOrders } from '#server/ordering/orders/order-store.ts';
import { findSessionAtTable } from '#server/ordering/tables/session-at-table.ts';
import { Refusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Ids, Random } from '#server/platform/lifecycle/clock.ts';
import { getOrderCodeForStaff } from '#server/platform/sms/order-codes.ts';
import { answerCall } from '#server/service/fulfilment/help.ts';
import { endSession } from '#server/service/fulfilment/tables/end-session.ts';
import { mergeSessions } from '#server/service/fulfilment/tables/merge-sessions.ts';
import { moveSession } from '#server/service/fulfilment/tables/move-session.ts';
import type { TableDeps } from '#server/service/fulfilment/tables/table-acts.ts';
import { seatGuests, setGuests, writeTableNote } from '#server/service/fulfilment/tables/seating.ts';
import { splitMergedTables, takeBackTableAct } from '#server/service/fulfilment/tables/take-back.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { readmitDiner, removeDiner as sendAway } from './remove-diner.ts';
import { defineStaffRoute } from './staff-route.ts';
import { findSession, reissueTableCode, requireSession } from './staff-tables.ts';

interface SeatingDeps extends TableDeps {
  readonly ids: Ids;
}

/** The calls by which staff manage tables and the diners at them. */
export function createStaffTableRoutes(deps: SeatingDeps & { readonly random: Random }): Route[] {
  const { db } = deps;
  return [
    defineStaffRoute(answerHelp, async (merchantId, { body }, { by }) => {
      const { isNew, undoUntil } = await answerCall(deps, merchantId, { ...body, by });
      return { answered: isNew, undoUntil };
    }),

    defineStaffRoute(showOrderCode, async (merchantId, { body: { tableId, renew = false } }) => {
      const session = await findSessionAtTable(db, merchantId, tableId);
      if (!session) throw new Refusal(codes.tableUnavailable, getServerTexts('tables.free'));
      return { code: await getOrderCodeForStaff(deps, session.id, renew) };
    }),

    defineStaffRoute(closeTable, async (merchantId, { body }, { by }) => {
      const { tableId, actId, reason = '', owed = zero, unsent = 0 } = body;
      const session = await findSessionAtTable(db, merchantId, tableId);
      const sessionId = body.sessionId ?? session?.id;
      if (sessionId === undefined || !(await findSession(db, merchantId, sessionId)))
        return { closed: false, undoUntil: null };
      const at = await endSession(deps, sessionId, { actId, by, reason, seen: { owed, unsent } });
      return {
        closed: at !== undefined,
        undoUntil: at === undefined || actId === undefined ? null : at + takeBackMs,
      };
    }),
    defineStaffRoute(takeBackAtTable, async (merchantId, { body: { actId, sessionId } }, { by }) => {
      const session = await requireSession(db, merchantId, sessionId);
      await takeBackTableAct(deps, session, { actId, by });
      return { takenBack: true };
    }),
    defineStaffRoute(moveTable, async (merchantId, { body }, { by }) => {
      const { sessionId, at } = await moveSession(deps, { merchantId, by }, body);
      return { sessionId, undoUntil: at + takeBackMs };
    }),
    defineStaffRoute(mergeTables, async (merchantId, { body }, { by }) => {
      const { sessionId, at } = await mergeSessions(deps, { merchantId, by }, body);
      const unpaidBills = (await selectUnpaidOrders(deps.db, sessionId).execute()).length;
      return { sessionId, undoUntil: at + takeBackMs, unpaidBills };
    }),

    ...createSeatingRoutes(deps),
    defineStaffRoute(removeDiner, async (merchantId, { body: { tableId, userId, undo = false } }) => {
      if (undo) await readmitDiner(deps, { merchantId, tableId, userId });
      else await sendAway(deps, { merchantId, tableId, userId });
      return { removed: !undo };
    }),
    defineStaffRoute(reissueQrcode, async (merchantId, { body }, { by }) => ({
      qrcodeId: await reissueTableCode(deps, { merchantId, by }, body),
    })),
  ];
}

/** The calls by which staff seat guests and note something about them. */
function createSeatingRoutes(deps: SeatingDeps): Route[] {
  const { db } = deps;
  return [
    defineStaffRoute(seatTable, async (merchantId, { body }, { by }) => {
      const { sessionId, at } = await seatGuests(deps, { merchantId, by }, body);
      return { sessionId, undoUntil: at + takeBackMs };
    }),
    defineStaffRoute(setTableGuests, async (merchantId, { body: { sessionId, guests } }) => {
      await setGuests(deps, await requireSession(db, merchantId, sessionId), guests);
      return { guests };
    }),
    defineStaffRoute(noteTable, async (merchantId, { body: { sessionId, note } }) => ({
      note: await writeTableNote(deps, await requireSession(db, merchantId, sessionId), note),
    })),
    defineStaffRoute(splitTables, async (merchantId, { body: { sessionId, actId } }, { by }) => {
      await splitMergedTables(deps, await requireSession(db, merchantId, sessionId), { actId, by });
      return { split: true };
    }),
  ];
}
