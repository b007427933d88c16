import { findCashCoin } from '#projections/bill/cash.ts';
import { codes } from '#contract/codes.ts';
import { restaurantHeader, type StaffIdentity } from '#contract/calls/staff.ts';
import { headers, type LanguageCode } from '#contract/http/headers.ts';
import type { Call } from '#contract/http/call.ts';
import { rightsOfRole, type StaffRight } from '#contract/staff-rights.ts';
import { readLanguage } from '#server/platform/http/language.ts';
import { findBranch, readBranches, readNames } from '#server/menu/chain-rows.ts';
import { readRestaurantClock } from '#server/menu/business-day.ts';
import { readSettings, toTinyMerchant } from '#server/menu/merchants.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Credentials, Staff, Who } from '#server/platform/http/routes/who.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { findStaffSession, type StaffSessionDeps } from './staff-sessions.ts';
import { findSystem } from './system-tokens.ts';

/**
 * Identifies the caller of a staff call: a person by the staff page's cookie, or a system by its token.
 *
 * @throws Refusal 401 for other callers
 * @throws Refusal 403 if the header `merchantId` names another merchant than the token's, or if `Staff-Restaurant`
 *   names a restaurant that the session does not open
 */
export async function identifyStaff(deps: StaffSessionDeps, credentials: Credentials): Promise<Who<'staff'>> {
  const { header, address } = credentials;
  const staff = await findStaff(deps, credentials);
  const merchantId = header(headers.merchantId);
  if ('scopes' in staff.may && merchantId !== undefined && merchantId !== staff.merchantId)
    throw createStatusRefusal(codes.forbidden, 'This token belongs to another merchant');
  const language = readLanguage(header);
  return { asker: undefined, session: undefined, staff, versions: {}, merchantId, language, address };
}

async function findStaff(deps: StaffSessionDeps, { header }: Credentials): Promise<Staff> {
  const authorization = header(headers.authorization);
  if (authorization !== undefined) {
    const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const system = secret === undefined ? undefined : await findSystem(deps, secret);
    if (!system)
      throw createStatusRefusal(codes.unauthorized, 'This is not a token of a restaurant’s system');
    return system;
  }
  const session = await findStaffSession(deps, header);
  if (!session) throw createStatusRefusal(codes.unauthorized, 'Log in at the staff page first');
  return await openRestaurant(deps.db, session, header(restaurantHeader) ?? session.merchantId);
}

/**
 * Returns the session at the restaurant that the request names. An owner of a head opens its branches. Each request is
 * checked, so a branch that leaves the chain, or an owner with another role, is refused at once.
 */
async function openRestaurant(db: Db, session: Staff, merchantId: string): Promise<Staff> {
  const { merchantId: headId, may } = session;
  if (merchantId === headId) return session;
  const isOwner = 'role' in may && may.role === 'owner';
  const branch = isOwner ? await findBranch(db, merchantId) : undefined;
  if (branch?.head_id !== headId)
    throw createStatusRefusal(codes.forbidden, 'This login does not open that restaurant');
  return { ...session, merchantId, headId };
}

/**
 * Checks that the caller may make a call.
 *
 * @throws Refusal 403 that names the missing right of a person, or the missing scope of a system
 */
export function requireAllowed(
  { may }: Pick<Staff, 'may'>,
  { scope, right }: Pick<Call, 'scope' | 'right'>,
): void {
  if ('role' in may) {
    if (right !== undefined) requireRight(may, right);
    return;
  }
  if (scope === 'any') return;
  if (scope === undefined)
    throw createStatusRefusal(codes.forbidden, 'Only people on the staff page can do this');
  if (!may.scopes.includes(scope))
    throw createStatusRefusal(codes.forbidden, `This token lacks the scope ${scope}`, { scope });
}

/** Checks a right of the caller. Use it in calls whose right depends on the request. */
export function requireRight(may: Staff['may'], right: StaffRight): void {
  if (!hasRight(may, right))
    throw createStatusRefusal(codes.forbidden, `Your role lacks the right ${right}`, { right });
}

/** Whether the caller is a person with this right. A system has scopes instead of rights. */
export function hasRight(may: Staff['may'], right: StaffRight): boolean {
  return 'role' in may && rightsOfRole[may.role].includes(right);
}

/** Returns the restaurant, the person and their rights, for the staff page. */
export async function readIdentity(
  db: Db,
  { merchantId, headId = merchantId, by, may }: Pick<Staff, 'merchantId' | 'headId' | 'by' | 'may'>,
  language: LanguageCode,
): Promise<StaffIdentity> {
  const settings = await readSettings(db, merchantId);
  const { shortName, currency } = toTinyMerchant(merchantId, settings, language);
  const role = 'role' in may ? may.role : null;
  const branch = await findBranch(db, merchantId);
  const menuFrom = branch?.shares_menu === 1 ? await readNames(db, [branch.head_id], language) : undefined;
  const restaurants = role === 'owner' ? await listRestaurants(db, headId, language) : [];
  return {
    merchantId,
    name: shortName,
    currency,
    timeZone: readRestaurantClock(settings).timeZone,
    person: by.kind === 'staff' ? by.name : '',
    role,
    rights: role === null ? [] : [...rightsOfRole[role]],
    tips: settings.tips ?? [],
    cashCoin: findCashCoin(currency, settings.cashCoin) ?? null,
    ...(settings.reasons && { reasons: settings.reasons }),
    ...(restaurants.length > 1 && { restaurants }),
    ...(branch && menuFrom && { menuFrom: menuFrom.get(branch.head_id) ?? '' }),
  };
}

async function listRestaurants(db: Db, headId: string, language: LanguageCode) {
  const ids = [headId, ...(await readBranches(db, headId)).map(({ merchant_id }) => merchant_id)];
  if (ids.length === 1) return [];
  const names = await readNames(db, ids, language);
  return ids.map((merchantId) => ({ merchantId, name: names.get(merchantId) ?? '' }));
}
