import type { Selectable } from 'kysely';
import type { Member } from '#contract/calls/member.ts';
import { registrationState } from '#contract/states.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { countAvailable } from '#server/menu/coupons/coupons.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export type UserRow = Selectable<Database['users']>;

export interface UserDeps {
  readonly db: Db;
  readonly clock: Clock;
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export function createUserRow(id: string, merchantId: string, kind: UserRow['kind'], now: number): UserRow {
  return {
    id,
    merchant_id: merchantId,
    kind,
    phone: null,
    first_name: '',
    last_name: '',
    mail: '',
    birthday: null,
    became: null,
    created_at: now,
    updated_at: now,
  };
}

export async function createMember({ db, clock }: UserDeps, user: UserRow, token?: string): Promise<Member> {
  return {
    id: user.id,
    ...(token !== undefined && { token }),
    name: `${user.first_name} ${user.last_name}`.trim(),
    firstName: user.first_name,
    lastName: user.last_name,
    mail: user.mail,
    phone: user.phone ?? '',
    birthday: user.birthday,
    // The contract wants the English code here, in every language.
    languagePreference: defaultLanguage,
    registrationState: user.kind === 'member' ? registrationState.registered : registrationState.unregistered,
    availableUserCouponCount: await countAvailable(db, user.id, clock.now()),
    createAt: user.created_at,
    updateAt: user.updated_at,
  };
}
