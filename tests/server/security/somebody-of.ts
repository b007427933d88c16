import { nanoid } from 'nanoid';
import type { StaffRole } from '#contract/staff-rights.ts';
import { addPerson } from '#server/service/staff/access/people.ts';
import { openStaffSession } from '#server/service/staff/access/staff-sessions.ts';
import type { Caller, ServerUnderTest } from '../server-under-test.ts';

/** A new person of this role, logged in. */
export async function logInNewPerson(
  { deps }: Pick<ServerUnderTest, 'deps'>,
  merchantId: string,
  role: StaffRole,
): Promise<Caller> {
  const fields = { name: nanoid(), role, pin: '280594' };
  const { id, name } = await addPerson(deps, merchantId, fields, { name: 'Mo', way: 'page' });
  return { headers: { cookie: await createCookie({ deps }, merchantId, name, id) } };
}

/** The cookie of a new staff session. @param personId without it, of somebody who used the password */
export async function createCookie(
  { deps }: Pick<ServerUnderTest, 'deps'>,
  merchantId: string,
  name = 'Mo',
  personId?: string,
): Promise<string> {
  return (await openStaffSession(deps, merchantId, name, personId)).split(';', 1)[0]!;
}
