/** Who works at the restaurant itself and lacks what a call declares: its right (D58), its scope (CX12). */
import { staffScopes, type Call, type StaffScope } from '#contract/http/call.ts';
import { staffRoles } from '#contract/staff-rights.ts';
import { lackedBy, type Row } from './expected.ts';

export const lesserRoles = staffRoles.filter((role) => role !== 'owner');
/** A person of a role; a system whose token has one scope. */
export const insiders = [...lesserRoles, ...staffScopes] as const;
export type Insider = (typeof insiders)[number];

/** What a refusal tells that they lack; undefined: they may do it. */
export function lackOf({ scope }: Call, row: Row, who: Insider): unknown {
  if (row.for !== 'staff') return undefined;
  if (isRole(who)) {
    const right = lackedBy(row, who);
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
    'exportOrders',
    'listOrders',
  ],
  soldOut: ['setSoldOut'],
  settle: [
    'actOnOrder',
    'answerHelp',
    'closeTable',
    'mergeTables',
    'moveTable',
    'orderAtTable',
    'printAgain',
    'settleDispute',
    'takeBackAtTable',
  ],
  menu: [
    'discardMenuDraft',
    'editMenuDraft',
    'getMenuDraft',
    'getMenuFile',
    'menuHistory',
    'publishMenu',
    'takeBackMenuChange',
    'unscheduleMenu',
    'uploadPicture',
    'writeMenuFile',
  ],
};
