/**
 * Logs staff in. There are three ways:
 *
 * | with | on | as |
 * |---|---|---|
 * | password | any device | owner |
 * | PIN | a known device | the person, with their role |
 * | single-use code | any device | owner, or only registers the device |
 *
 * Passwords and codes wait for their turn (`login-turns.ts`). PINs have a budget per person and device (`pins.ts`).
 */
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { pinSpent } from '#contract/calls/people.ts';
import { findAddressBlock } from '#server/platform/http/guard/address-block.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Staff } from '#server/platform/http/routes/who.ts';
import type { Random } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { findAccessCode, spendAccessCode } from './access-codes.ts';
import { identifyDevice, rememberDevice, type DeviceDeps } from './device.ts';
import type { LoginTurns } from './login-turns.ts';
import type { PersonRow } from './people.ts';
import { isRightPin, restorePinAttempts, spendPinAttempt } from './pins.ts';
import { openStaffSession, type StaffSessionDeps } from './staff-sessions.ts';

export type LoginDeps = StaffSessionDeps &
  DeviceDeps & { readonly random: Random; readonly turns: LoginTurns };

/** Where a person tries to log in. */
export interface LoginAttempt {
  readonly merchantId: string;
  readonly address: string;
  header(name: string): string | undefined;
}

export interface LoggedIn {
  readonly staff: Pick<Staff, 'merchantId' | 'by' | 'may'>;
  /** Headers Set-Cookie. */
  readonly cookies: string[];
  /** The language that the person has chosen. */
  readonly language?: LanguageCode | null;
}

/** Logs in as the owner. A Refusal 403 for a wrong password. */
export async function logInWithPassword(
  deps: LoginDeps,
  { merchantId, address, header }: LoginAttempt,
  { password, name }: { readonly password: string; readonly name: string },
): Promise<LoggedIn> {
  const device = await identifyDevice(deps, merchantId, header);
  const confirmRight = await deps.turns.wait(
    device === undefined ? findAddressBlock(address) : `${merchantId}/${device}`,
  );
  const known = await deps.db
    .selectFrom('merchants')
    .select('id')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  if (!deps.passwords.isRight(merchantId, password) || !known)
    throw createStatusRefusal(codes.forbidden, getServerTexts('staff.wrongPassword'));
  confirmRight();
  const cookies = [
    await openStaffSession(deps, merchantId, name),
    await rememberDevice(deps, merchantId, device),
  ];
  return { staff: { merchantId, by: { kind: 'staff', name }, may: { role: 'owner' } }, cookies };
}

/**
 * Logs in a person. A Refusal 403 for a wrong PIN or an unknown device, 4096 after too many wrong PINs.
 * @param device undefined: unknown
 */
export async function logInWithPin(
  deps: LoginDeps,
  at: { readonly merchantId: string; readonly device: string | undefined },
  by: { readonly personId: string; readonly pin: string },
): Promise<LoggedIn> {
  const { merchantId, device } = at;
  const { name, role, language } = await checkPin(deps, at, by);
  const cookies = [
    await openStaffSession(deps, merchantId, name, by.personId),
    await rememberDevice(deps, merchantId, device),
  ];
  return { staff: { merchantId, by: { kind: 'staff', name }, may: { role } }, cookies, language };
}

/**
 * Returns the person whose PIN it is. A Refusal 403 for a wrong PIN or an unknown device, 4096 after too many wrong PINs.
 * @param device undefined: unknown
 */
export async function checkPin(
  { db, clock }: Pick<LoginDeps, 'db' | 'clock'>,
  { merchantId, device }: { readonly merchantId: string; readonly device: string | undefined },
  { personId, pin }: { readonly personId: string; readonly pin: string },
): Promise<Pick<PersonRow, 'name' | 'role' | 'language'>> {
  if (device === undefined) throw createStatusRefusal(codes.forbidden, getServerTexts('staff.newDevice'));
  const wrong = createStatusRefusal(codes.forbidden, getServerTexts('staff.wrongPin'));
  const person = await db
    .selectFrom('staff_people')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', personId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  // No attempt is stored for unknown ids. Otherwise made-up ids could fill the table.
  if (!person) throw wrong;
  const key = `${personId} ${device}`;
  // Counted before the PIN is checked, so that parallel requests share the budget.
  const spent = await runInTransaction(db, (trx) => spendPinAttempt(trx, key, clock.now()));
  if (spent) throw new Refusal(pinSpent, getServerTexts('staff.pinSpent'), { data: { until: spent.until } });
  if (!(await isRightPin(pin, person.pin_hash))) throw wrong;
  await runInTransaction(db, (trx) => restorePinAttempts(trx, key));
  return person;
}

/** Registers the device by its code. An owner's code also opens a session. A Refusal 403 for a wrong code. */
export async function logInWithCode(
  deps: LoginDeps,
  address: string,
  code: string,
): Promise<{ readonly merchantId: string; readonly cookies: string[] }> {
  const { db, clock, turns } = deps;
  const confirmRight = await turns.wait(findAddressBlock(address));
  const found = await findAccessCode(db, code, clock.now());
  const isUsed = found?.kind === 'device' || found?.kind === 'owner';
  if (
    !found ||
    found.merchantId === null ||
    !isUsed ||
    !(await runInTransaction(db, (trx) => spendAccessCode(trx, code)))
  )
    throw createStatusRefusal(codes.forbidden, getServerTexts('staff.wrongCode'));
  confirmRight();
  const { merchantId, kind } = found;
  const cookies = [await rememberDevice(deps, merchantId)];
  if (kind === 'owner') cookies.push(await openStaffSession(deps, merchantId, ''));
  return { merchantId, cookies };
}
