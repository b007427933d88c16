import { codes } from '#contract/codes.ts';
import { headers } from '#contract/headers.ts';
import type { Call } from '#contract/call.ts';
import { languageOf } from '#server/http/language.ts';
import { statusRefusal } from '#server/http/routes/route.ts';
import type { Credentials, Staff, Who } from '#server/http/routes/who.ts';
import { staffSessionOf, type StaffSessionDeps } from './staff-sessions.ts';
import { systemOf } from './system-tokens.ts';

/**
 * Who of the restaurant asks: a person by the staff page's cookie, or a system by its token. Refusals: 401 for anybody
 * else, 403 for a token of another merchant than the header merchantId names.
 */
export async function identifyStaff(deps: StaffSessionDeps, credentials: Credentials): Promise<Who<'staff'>> {
  const { header, address } = credentials;
  const staff = await staffOf(deps, credentials);
  const merchantId = header(headers.merchantId);
  if (staff.scopes !== 'all' && merchantId !== undefined && merchantId !== staff.merchantId)
    throw statusRefusal(codes.forbidden, 'This token belongs to another merchant');
  const language = languageOf(header(headers.languageCode));
  return { asker: undefined, session: undefined, staff, versions: {}, merchantId, language, address };
}

async function staffOf(deps: StaffSessionDeps, { header }: Credentials): Promise<Staff> {
  const authorization = header(headers.authorization);
  if (authorization !== undefined) {
    const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const system = secret === undefined ? undefined : await systemOf(deps, secret);
    if (!system) throw statusRefusal(codes.unauthorized, 'This is no token of a restaurant’s system');
    return system;
  }
  const session = await staffSessionOf(deps, header);
  if (!session) throw statusRefusal(codes.unauthorized, 'Log in at the staff page first');
  return { ...session, scopes: 'all' };
}

/** CX12: a Refusal 403 that names the scope which a system's token lacks for the call. */
export function requireScope({ scopes }: Staff, { scope }: Pick<Call, 'scope'>): void {
  if (scopes === 'all' || scope === 'any') return;
  if (scope === undefined) throw statusRefusal(codes.forbidden, 'This is for people at the staff page alone');
  if (!scopes.includes(scope))
    throw statusRefusal(codes.forbidden, `This token lacks the scope ${scope}`, { scope });
}
