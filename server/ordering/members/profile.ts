import { codes } from '#contract/codes.ts';
import { readPhoneNumber } from './phone-number.ts';
import type { BodyOf } from '#contract/http/call.ts';
import type { Member, updateMember } from '#contract/calls/member.ts';
import { normaliseText } from '#events/log/plain-text.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { findUser, createMember, type UserDeps, type UserRow } from './users.ts';

type Profile = BodyOf<typeof updateMember>;

const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The user's own data. A Refusal 401 if the user was removed. */
export async function readProfile({ db }: UserDeps, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw createStatusRefusal(codes.unauthorized, 'This user is gone');
  return user;
}

/** Changes the user's data. The contract defines the order of the checks. A change of the first name needs only a name. */
export async function changeProfile(
  deps: UserDeps & SubscriberDeps,
  userId: string,
  body: Profile,
): Promise<Member> {
  if (body.id !== undefined && body.id !== userId)
    throw createStatusRefusal(codes.forbidden, 'Only your own data can be changed');
  const user = await readProfile(deps, userId);
  const [firstOfName, ...restOfName] = normaliseName(body.name ?? '').split(' ');
  const profile = {
    first_name: normaliseName(body.firstName ?? (firstOfName || user.first_name)),
    last_name: normaliseName(body.lastName ?? (restOfName.join(' ') || user.last_name)),
    mail: body.mail?.trim() ?? user.mail,
    birthday: body.birthday === undefined ? user.birthday : body.birthday,
  };
  const problem = findProblem(user, body, profile);
  if (problem !== undefined) throw new Refusal(codes.badRequest, problem);
  const changed = { ...profile, updated_at: deps.clock.now() };
  await deps.db.updateTable('users').set(changed).where('id', '=', userId).execute();
  if (changed.first_name !== user.first_name)
    deps.subscribers.notify('dinerRenamed', { userId, userName: changed.first_name });
  return await createMember(deps, { ...user, ...changed });
}

type Stored = Pick<UserRow, 'first_name' | 'last_name' | 'mail' | 'birthday'>;

function findProblem(user: UserRow, body: Profile, profile: Stored): string | undefined {
  const { first_name: first, last_name: last, mail, birthday } = profile;
  const isRename = last === user.last_name && mail === user.mail && birthday === user.birthday;
  if (user.kind === 'member') {
    if (user.phone === null || body.phone === '') return 'phone required';
    if (body.phone && readPhoneNumber(body.phone.replaceAll(/[^\d+]/g, '')) !== user.phone)
      return 'phone cannot be changed';
    if (!isRename) {
      if (first === '' || last === '') return 'name required';
      if (birthday === null) return 'birthday required';
      if (mail === '') return 'email required';
    }
  }
  if (first === '') return 'name required';
  if (mail !== '' && !addressPattern.test(mail)) return 'email format incorrect';
  if (birthday !== null && !isDay(birthday)) return 'birthday incorrect';
  return undefined;
}

/** @param birthday month × 100 + day */
function isDay(birthday: number): boolean {
  const day = birthday % 100;
  return day >= 1 && day <= (daysOfMonth[Math.floor(birthday / 100) - 1] ?? 0);
}

function normaliseName(name: string): string {
  return normaliseText(name).replaceAll(/\s+/g, ' ');
}
