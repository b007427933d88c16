/** People and systems of the restaurant itself who lack the right (CX26) or the scope (CX12) of a call. */
import { staffScopes, type Call, type StaffScope } from '#contract/http/call.ts';
import { staffRoles } from '#contract/staff-rights.ts';
import { findLackingRight, type Row } from './expected.ts';

export const lesserRoles = staffRoles.filter((role) => role !== 'owner');
/** A role stands for a person, a scope for a system whose token has only this scope. */
export const insiders = [...lesserRoles, ...staffScopes] as const;
export type Insider = (typeof insiders)[number];

/** The data of the refusal: the missing right or scope. Undefined if they may make the call. */
export function findLack({ scope }: Call, row: Row, who: Insider): unknown {
  if (row.for !== 'staff') return undefined;
  if (isRole(who)) {
    const right = findLackingRight(row, who);
    return right && { right };
  }
  if (scope === undefined) return null;
  return scope === 'any' || scope === who ? undefined : { scope };
}

function isRole(who: Insider): who is (typeof lesserRoles)[number] {
  return lesserRoles.some((role) => role === who);
}

/** The calls that each scope is meant to open. */
export const opens: Readonly<Record<StaffScope | 'any', readonly string[]>> = {
  any: ['staffWhoAmI'],
  readOrders: [
    'staffOverview',
    'olderOrders',
    'restOfTables',
    'staffNegotiate',
    'staffOrder',
    'kitchenScreen',
    'exportClosing',
    'exportOrders',
    'exportAccounting',
    'listOrders',
  ],
  soldOut: ['pauseOrders', 'resumeOrders', 'setSoldOut'],
  settle: [
    'actOnOrder',
    'answerHelp',
    'closeTable',
    'mergeTables',
    'moveDishes',
    'moveTable',
    'noteTable',
    'orderAtTable',
    'printAgain',
    'printReceipt',
    'retryRefund',
    'seatTable',
    'setTableGuests',
    'settleDispute',
    'settleRefund',
    'splitTables',
    'staffMailReceipt',
    'staffReceipt',
    'takeBackAtTable',
  ],
  menu: [
    'discardMenuDraft',
    'editMenuDraft',
    'exportMenuDraft',
    'getMenuDraft',
    'getMenuFile',
    'menuHistory',
    'previewMenuImport',
    'publishMenu',
    'takeBackMenuChange',
    'unscheduleMenu',
    'uploadPicture',
    'writeMenuFile',
  ],
};
