import type { ApiError } from '#client/api/api-error.ts';
import { createContext, use, useCallback } from 'react';
import type { AtTable } from '#client/api/diner-state.ts';
import type { Member } from '#contract/calls/member.ts';
import { useTranslation } from 'react-i18next';
import type { DinerCart } from '#client/cart/table-cart.ts';

/** What a login came to; without an error nothing was asked, as the own changes could not be sent first. */
export type LoginResult =
  | { readonly ok: true; readonly member: Member }
  | { readonly ok: false; readonly error: ApiError | undefined };

/** What a member says of themselves. */
export interface ProfileFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly birthday: number | null;
  readonly mail: string;
}

/** Who sits here, at which table, and what changes that. */
export interface Diner {
  readonly member: Member | undefined;
  readonly isMember: boolean;
  readonly table: AtTable | undefined;
  /** Registers the guest if needed (one shared call) and opens or joins the table's session. Rejects with an ApiError. */
  scan(merchantId: string, qrcodeId: string): Promise<AtTable>;
  /** S2: sits down again at a table whose data was put back; undefined: it was left. Rejects with an ApiError. */
  rejoin(left: AtTable): Promise<AtTable | undefined>;
  /** To-go: a guest without a table (D19). */
  orderWithoutTable(merchantId: string): Promise<void>;
  /** Waits until every own change is sent (O4), then logs in; the guest's lines come along. */
  logIn(phone: string, code: string): Promise<LoginResult>;
  logOut(): Promise<void>;
  /** The table's session is over. */
  leaveTable(): void;
  /** Saves the diner's names; the cart shows the first one. Rejects with an ApiError. */
  rename(firstName: string, lastName?: string): Promise<void>;
  saveProfile(profile: ProfileFields): Promise<void>;
}

/** The table of this merchant that the diner sits at; undefined without one, also where they order without (D19). */
export function tableAt(
  merchantId: string | undefined,
  { table }: Pick<Diner, 'table'>,
): AtTable | undefined {
  return table?.merchantId === merchantId && table?.tableId ? table : undefined;
}

export const DinerContext = createContext<Diner | undefined>(undefined);

export function useDiner(): Diner {
  const diner = use(DinerContext);
  if (!diner) throw new Error('useDiner needs a DinerContext above it');
  return diner;
}

/** What a diner is called: one's own first name from the account, others as their changes name them. */
export function useDinerName(): (diner: Pick<DinerCart, 'mine' | 'userName'>) => string {
  const { t } = useTranslation('menu');
  const { member } = useDiner();
  const firstName = member?.firstName;
  return useCallback(({ mine, userName }) => (mine && firstName) || userName || t('guest'), [firstName, t]);
}
