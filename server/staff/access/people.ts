/** CX26: who works at a restaurant. */
import { codes } from '#contract/codes.ts';
import { personRefused, type Person, type PersonRefusal } from '#contract/calls/people.ts';
import type { StaffRole } from '#contract/staff-rights.ts';
import { Refusal } from '#server/http/routes/route.ts';
import type { Clock, Ids } from '#server/process/clock.ts';
import type { Database } from '#server/store/schema.ts';
import { inTransaction, type Db, type Trx } from '#server/store/transactions.ts';
import { hashOfPin, refillTries, shutOutAt } from './pins.ts';

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

type PersonRow = Database['staff_people'];

/** Far more than work at one restaurant. */
const most = 200;

const words: Readonly<Record<PersonRefusal, string>> = {
  nameTaken: 'Somebody of this name is there already: what they do could not be told apart',
  lastOwner: 'This is the last owner: make somebody else an owner first',
  tooMany: `There are ${most} people: remove one who works here no more`,
};

/** Who works there now, in the order in which they came. */
export async function peopleOf(db: Db, merchantId: string): Promise<PersonRow[]> {
  return await db
    .selectFrom('staff_people')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function personOf({ id, name, role, created_at: createdAt }: PersonRow): Person {
  return { id, name, role, createdAt };
}

/** The same, as their owner sees them. @param now ms */
export async function peopleWithTries(db: Db, merchantId: string, now: number): Promise<Person[]> {
  const shutOut = await shutOutAt(db, now);
  return (await peopleOf(db, merchantId)).map((row) => {
    const until = shutOut.get(row.id);
    return { ...personOf(row), ...(until !== undefined && { shutOutUntil: until }) };
  });
}

/** D59: gives them all their tries at a PIN back. A Refusal 404 of somebody who does not work there. */
export async function freeTries(db: Db, merchantId: string, id: string): Promise<Person> {
  const row = (await peopleOf(db, merchantId)).find((person) => person.id === id);
  if (!row) throw new Refusal(codes.notFound, `There is no person ${id}`);
  await inTransaction(db, (trx) => refillTries(trx, `${id} %`));
  return personOf(row);
}

export async function addPerson(
  { db, clock, ids }: PeopleDeps,
  merchantId: string,
  person: NewPerson,
): Promise<Person> {
  const row = await newPerson(person, { merchantId, id: ids.next(), now: clock.now() });
  return await inTransaction(db, async (trx) => {
    await lockPeople(trx, merchantId);
    const there = await peopleOf(trx, merchantId);
    if (there.length >= most) throw refusal('tooMany');
    requireOwnName(there, row);
    await trx.insertInto('staff_people').values(row).execute();
    return personOf(row);
  });
}

/** A row to be written, with the PIN's hash. */
export async function newPerson(
  { name, role, pin }: NewPerson,
  { merchantId, id, now }: { merchantId: string; id: string; now: number },
): Promise<PersonRow> {
  const pin_hash = await hashOfPin(pin);
  return {
    id,
    merchant_id: merchantId,
    name: name.trim(),
    role,
    pin_hash,
    created_at: now,
    removed_at: null,
  };
}

/** Their sessions end where the PIN is a new one. */
export async function changePerson(
  { db }: Pick<PeopleDeps, 'db'>,
  merchantId: string,
  { id, name, role, pin }: Partial<NewPerson> & { readonly id: string },
): Promise<Person> {
  const pinHash = pin === undefined ? undefined : await hashOfPin(pin);
  return await inTransaction(db, async (trx) => {
    await lockPeople(trx, merchantId);
    const there = await peopleOf(trx, merchantId);
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
    return personOf(after);
  });
}

/** Their row stays, without the PIN, for what they did bears their name. @returns whether they were there */
export async function removePerson(
  { db, clock }: Omit<PeopleDeps, 'ids'>,
  merchantId: string,
  id: string,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    await lockPeople(trx, merchantId);
    const there = await peopleOf(trx, merchantId);
    const before = there.find((each) => each.id === id);
    if (!before) return false;
    requireOtherOwner(there, before);
    const gone = { removed_at: clock.now(), pin_hash: '' };
    await trx.updateTable('staff_people').set(gone).where('id', '=', id).execute();
    await endSessionsOf(trx, id);
    return true;
  });
}

/** So that two owners do not demote each other at once. */
async function lockPeople(trx: Trx, merchantId: string): Promise<void> {
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
  const same = (other: string) => other.toLocaleLowerCase() === name.toLocaleLowerCase();
  if (there.some((each) => each.id !== id && same(each.name))) throw refusal('nameTaken');
}

function requireOtherOwner(there: readonly PersonRow[], { id, role }: PersonRow): void {
  if (role === 'owner' && !there.some((each) => each.id !== id && each.role === 'owner'))
    throw refusal('lastOwner');
}

function refusal(reason: PersonRefusal): Refusal {
  return new Refusal(personRefused, words[reason], { data: { reason } });
}
