/** The people who work at a restaurant. Changes are recorded in the audit log, a new PIN without its digits. */
import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import { personRefused, type Person, type PersonRefusal } from '#contract/calls/people.ts';
import { diffTrees, type Edit } from '#contract/menu-file/edits.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { logEdits } from '#server/menu/audit-log/log-settings-change.ts';
import { lockMenu, type Author } from '#server/menu/audit-log/log-menu-change.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import { deleteSubscriptions } from '#server/platform/push/subscriptions.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { runInTransaction, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { createTexts } from '#contract/menu-file/localized.ts';
import { hashPin, restorePinAttempts, listLockedOut } from './pins.ts';

export interface PeopleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface NewPerson {
  readonly name: string;
  readonly role: StaffRole;
  readonly pin: string;
}

export type PersonRow = Selectable<Database['staff_people']>;

/** The author of a change, and its time, ms. */
interface By {
  readonly author: Author;
  readonly now: number;
}

/** Far more people than work at one restaurant. */
const most = 200;

const words: Readonly<Record<PersonRefusal, string>> = {
  nameTaken: 'Somebody of this name is there already: what they do could not be told apart',
  lastOwner: 'This is the last owner: make somebody else an owner first',
  tooMany: `There are ${most} people: remove one who works here no more`,
};

/** The people who work there now, in the order in which they were added. */
export async function readPeople(db: Db, merchantId: string): Promise<PersonRow[]> {
  return await db
    .selectFrom('staff_people')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function toPerson(row: PersonRow): Person {
  const { id, name, role, created_at: createdAt } = row;
  return { id, name, role, createdAt, ...(!hasPin(row) && { needsPin: true }) };
}

/** False for a person who was removed and restored. The owner has to give them a new PIN. */
export function hasPin({ pin_hash }: PersonRow): boolean {
  return pin_hash !== '';
}

/** The people, and until when a device refuses their PIN, for the owner. @param now ms */
export async function readPeopleWithLockouts(db: Db, merchantId: string, now: number): Promise<Person[]> {
  const lockedOut = await listLockedOut(db, now);
  return (await readPeople(db, merchantId)).map((row) => {
    const until = lockedOut.get(row.id);
    return { ...toPerson(row), ...(until !== undefined && { shutOutUntil: until }) };
  });
}

/** Resets a person's wrong PINs on all devices. A Refusal 404 for an unknown person. */
export async function unlockPin(db: Db, merchantId: string, id: string): Promise<Person> {
  const row = (await readPeople(db, merchantId)).find((person) => person.id === id);
  if (!row) throw new Refusal(codes.notFound, `There is no person ${id}`);
  await runInTransaction(db, (trx) => restorePinAttempts(trx, `${id} %`));
  return toPerson(row);
}

export async function addPerson(
  { db, clock, ids }: PeopleDeps,
  merchantId: string,
  person: NewPerson,
  author: Author,
): Promise<Person> {
  const now = clock.now();
  const row = await createPersonRow(person, { merchantId, id: ids.next(), now });
  return await runInTransaction(db, async (trx) => {
    await lockPeople(trx, merchantId);
    await requireRoom(trx, row);
    await trx.insertInto('staff_people').values(row).execute();
    await recordChange(trx, undefined, row, { author, now });
    return toPerson(row);
  });
}

/** Creates a row with the hash of the PIN. */
export async function createPersonRow(
  { name, role, pin }: NewPerson,
  { merchantId, id, now }: { merchantId: string; id: string; now: number },
): Promise<PersonRow> {
  const pin_hash = await hashPin(pin);
  return {
    id,
    merchant_id: merchantId,
    name: name.trim(),
    role,
    pin_hash,
    created_at: now,
    removed_at: null,
    language: null,
  };
}

/** Changes a person. A new PIN ends their sessions. */
export async function changePerson(
  { db, clock }: Omit<PeopleDeps, 'ids'>,
  merchantId: string,
  { pin, ...change }: Partial<NewPerson> & { readonly id: string },
  author: Author,
): Promise<Person> {
  const pinHash = pin === undefined ? undefined : await hashPin(pin);
  const by = { author, now: clock.now() };
  return await runInTransaction(db, (trx) => changeRow(trx, merchantId, { ...change, pinHash }, by));
}

interface RowChange {
  readonly id: string;
  readonly name?: string | undefined;
  readonly role?: StaffRole | undefined;
  readonly pinHash?: string | undefined;
}

async function changeRow(
  trx: Trx,
  merchantId: string,
  { id, name, role, pinHash }: RowChange,
  by: By,
): Promise<Person> {
  await lockPeople(trx, merchantId);
  const there = await readPeople(trx, merchantId);
  const before = there.find((each) => each.id === id);
  if (!before) throw new Refusal(codes.notFound, `There is nobody ${id}`);
  const after: PersonRow = {
    ...before,
    name: name?.trim() ?? before.name,
    role: role ?? before.role,
    pin_hash: pinHash ?? before.pin_hash,
  };
  requireOwnName(there, after);
  if (after.role !== 'owner') requireOtherOwner(there, before);
  const { name: newName, role: newRole, pin_hash } = after;
  await trx
    .updateTable('staff_people')
    .set({ name: newName, role: newRole, pin_hash })
    .where('id', '=', id)
    .execute();
  if (pinHash !== undefined) await endSessionsOf(trx, id);
  await recordChange(trx, before, after, by);
  return toPerson(after);
}

/** Removes a person. The row stays without the PIN, because their acts refer to it. @returns false for an unknown person */
export async function removePerson(
  { db, clock }: Omit<PeopleDeps, 'ids'>,
  merchantId: string,
  id: string,
  author: Author,
): Promise<boolean> {
  const by = { author, now: clock.now() };
  return await runInTransaction(db, (trx) => removeRow(trx, merchantId, id, by));
}

async function removeRow(trx: Trx, merchantId: string, id: string, by: By): Promise<boolean> {
  await lockPeople(trx, merchantId);
  const there = await readPeople(trx, merchantId);
  const before = there.find((each) => each.id === id);
  if (!before) return false;
  requireOtherOwner(there, before);
  const gone = { removed_at: by.now, pin_hash: '' };
  await trx.updateTable('staff_people').set(gone).where('id', '=', id).execute();
  await endSessionsOf(trx, id);
  await deleteSubscriptions(trx, { person_id: id });
  await recordChange(trx, before, undefined, by);
  return true;
}

/** What the audit log stores about a person. */
export type KnownPerson = Pick<PersonRow, 'name' | 'role'>;

/**
 * Restores a person to an earlier state from the audit log. Undefined means that they did not exist. The PIN stays as it is; a
 * removed person has no PIN.
 */
export async function restorePerson(
  trx: Trx,
  merchantId: string,
  { id, known }: { readonly id: string; readonly known: KnownPerson | undefined },
  by: By,
): Promise<void> {
  await lockPeople(trx, merchantId);
  if (!known) {
    await removeRow(trx, merchantId, id, by);
    return;
  }
  const there = await readPeople(trx, merchantId);
  if (there.some((each) => each.id === id)) {
    await changeRow(trx, merchantId, { id, name: known.name, role: known.role }, by);
    return;
  }
  const row = await trx
    .updateTable('staff_people')
    .set({ name: known.name, role: known.role, pin_hash: '', removed_at: null })
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.notFound, `There is nobody ${id}`);
  await requireRoom(trx, row);
  await recordChange(trx, undefined, row, by);
}

async function recordChange(
  trx: Trx,
  before: PersonRow | undefined,
  after: PersonRow | undefined,
  { author, now }: By,
): Promise<void> {
  const { id, merchant_id: merchantId, name } = (after ?? before)!;
  const path = ['people', id];
  const hasNewPin = before && after && before.pin_hash !== after.pin_hash;
  const edits: Edit[] = [
    ...diffTrees(before && toKnownPerson(before), after && toKnownPerson(after), path),
    ...(hasNewPin ? [{ path: [...path, 'pin'] }] : []),
  ];
  const names = { [path.join('/')]: createTexts(name) };
  await logEdits(trx, { merchantId, part: 'people', edits, names }, author, now);
}

export function toKnownPerson({ name, role }: PersonRow): KnownPerson {
  return { name, role };
}

/** A Refusal 4095 if another person has this name, or if there are too many people. */
async function requireRoom(trx: Trx, row: PersonRow): Promise<void> {
  const others = (await readPeople(trx, row.merchant_id)).filter(({ id }) => id !== row.id);
  if (others.length >= most) throw createRefusal('tooMany');
  requireOwnName(others, row);
}

/** Keeps two owners from demoting each other at once. Locks the menu first, because its row numbers the audit log. */
async function lockPeople(trx: Trx, merchantId: string): Promise<void> {
  await lockMenu(trx, merchantId);
  await trx
    .updateTable('merchants')
    .set((row) => ({ id: row.ref('id') }))
    .where('id', '=', merchantId)
    .execute();
}

async function endSessionsOf(trx: Trx, personId: string): Promise<void> {
  await trx.deleteFrom('staff_sessions').where('person_id', '=', personId).execute();
}

function requireOwnName(there: readonly PersonRow[], { id, name }: PersonRow): void {
  const isSameName = (other: string) => other.toLocaleLowerCase() === name.toLocaleLowerCase();
  if (there.some((each) => each.id !== id && isSameName(each.name))) throw createRefusal('nameTaken');
}

function requireOtherOwner(there: readonly PersonRow[], { id, role }: PersonRow): void {
  if (role === 'owner' && !there.some((each) => each.id !== id && each.role === 'owner'))
    throw createRefusal('lastOwner');
}

function createRefusal(reason: PersonRefusal): Refusal {
  return new Refusal(personRefused, words[reason], { data: { reason } });
}
