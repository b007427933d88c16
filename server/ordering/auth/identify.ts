/**
 * Identifies the caller before the handler of a call runs: user, merchant, table and session.
 *
 *     header, query and body ─► token ─► login state (one read) ─► kind of user ─► session
 *                                 401            401                   403          10010
 *
 * The session is the one at the table that the request names. If the diner does not sit there, `followSession` looks
 * whether staff moved them.
 */
import { codes } from '#contract/codes.ts';
import { headers } from '#contract/http/headers.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { UnauthorizedData } from '#contract/calls/token.ts';
import { isSameTable } from '#server/ordering/cart/diner-at-table.ts';
import { readLanguage } from '#server/platform/http/language.ts';
import { createStatusRefusal, createTableRefusal, type Refusal } from '#server/platform/http/routes/route.ts';
import { followSession } from '#server/ordering/tables/follow-session.ts';
import { openToGoSession, type SessionDeps } from '#server/ordering/tables/sessions.ts';
import type { Tokens } from './tokens.ts';
import { readLoginState, type LoginState } from './login-state.ts';
import type { Asker, Credentials, Need, TableSession, Who } from '#server/platform/http/routes/who.ts';

/** What a call of diners needs to know about its caller. */
type DinersNeed = Exclude<Need, 'staff'>;

export interface AuthDeps extends SessionDeps {
  readonly tokens: Tokens;
}

/**
 * Throws a Refusal:
 *
 * | code | reason |
 * |---|---|
 * | 401 | a needed token is missing; a token is wrong or expired, or its login has ended. The reason `expired` means that the phone can refresh it |
 * | 403 | the request names another merchant than its token, or two tables; a guest calls, and a member is needed |
 * | 10010 | the table has no open session, or another one than the header `Table-Session`. With status 403 if the diner is not at the table |
 */
export async function identify(deps: AuthDeps, need: DinersNeed, credentials: Credentials): Promise<Who> {
  const { asker, standing } = await identifyCaller(deps, need, credentials);
  const named = credentials.header(headers.merchantId);
  const said = credentials.readOtherIds('merchantId');
  const merchantId = named ?? asker?.merchantId ?? said.inBody[0] ?? said.inQuery[0];
  const versions = standing?.versions ?? {};
  const { address } = credentials;
  const language = readLanguage(credentials.header);
  const known = { staff: undefined, sitsAt: standing?.sitsAt, merchantId, versions, language, address };
  const requireOwn = (merchants: readonly string[]) => {
    if (asker && merchants.some((each) => each !== asker.merchantId))
      throw createForbiddenRefusal('This token belongs to another merchant');
  };
  if (named !== undefined) requireOwn([named]);
  if (need === 'nothing') {
    // The path or query may name any merchant, because the answer is public.
    requireOwn(said.inBody);
    return { ...known, asker, session: undefined };
  }

  if (!asker || !standing || merchantId === undefined) throw createUnauthorizedRefusal('A token is needed');
  requireKind(need, asker);
  if (!isTableNeeded(need)) {
    requireOwn([...said.inBody, ...said.inQuery]);
    return { ...known, asker, session: undefined };
  }
  const { session, version } = await findSession(deps, asker, standing, credentials);
  requireOwn([...said.inBody, ...said.inQuery]);
  if (!listNamedTables(credentials).every((tableId) => isSameTable(session, tableId)))
    throw createForbiddenRefusal('This request names another table');
  return {
    ...known,
    asker,
    session,
    versions: { ...versions, ...(version !== undefined && { session: version }) },
  };
}

/** The tables that the request names in its header, query and body. */
function listNamedTables({ header, readOtherIds }: Credentials): readonly string[] {
  const { inQuery, inBody } = readOtherIds('tableId');
  const named = header(headers.tableId);
  return [...(named === undefined ? [] : [named]), ...inQuery, ...inBody];
}

interface KnownCaller {
  readonly asker?: Asker;
  readonly standing?: LoginState;
}

async function identifyCaller(
  deps: AuthDeps,
  need: DinersNeed,
  credentials: Credentials,
): Promise<KnownCaller> {
  const authorization = credentials.header(headers.authorization);
  if (authorization === undefined) return {};
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  const verified = token === undefined ? undefined : await deps.tokens.verify(token);
  if (!verified || verified.state === 'invalid') throw createUnauthorizedRefusal('The token is not valid');
  const { state, asker } = verified;
  const tableId = isTableNeeded(need) ? listNamedTables(credentials)[0] : undefined;
  const standing = await readLoginState(deps.db, { ...asker, tableId });
  if (standing.hasEnded) throw createUnauthorizedRefusal('This login has ended');
  if (state === 'expired' && need !== 'login')
    throw createUnauthorizedRefusal('The token has expired', { reason: 'expired' });
  return { asker, standing };
}

function requireKind(need: DinersNeed, asker: Asker): void {
  if (need === 'token') return;
  if (asker.kind === 'anonymous') throw createForbiddenRefusal('Register as a guest first');
  if ((need === 'member' || need === 'memberAtTable') && asker.kind !== 'member')
    throw createForbiddenRefusal('Log in with your phone first');
}

function isTableNeeded(need: DinersNeed): boolean {
  return need === 'dinerAtTable' || need === 'memberAtTable';
}

async function findSession(
  deps: AuthDeps,
  asker: Asker,
  { session, isMember }: LoginState,
  credentials: Credentials,
): Promise<{ readonly session: TableSession; readonly version?: number }> {
  if (asker.kind !== 'member' && !(await readSettings(deps.db, asker.merchantId)).guestMode)
    throw createForbiddenRefusal('This restaurant takes no guests: log in with your phone first');
  const expected = credentials.header(headers.tableSession);
  const [tableId] = listNamedTables(credentials);
  if (tableId === undefined) {
    const own = await openToGoSession(deps, asker);
    if (expected !== undefined && expected !== own.id) throw createOtherSessionRefusal(own, expected);
    return { session: own };
  }
  if (session && isMember && (expected === undefined || expected === session.id)) return { session };
  const followed = await followSession(deps.db, asker, { tableId, sessionId: expected });
  if (followed?.hasJoined && expected !== undefined)
    throw createTableRefusal({ restored: { sessionId: followed.session.id, restoredFrom: expected } });
  if (followed) return followed;
  if (!session) throw createTableRefusal();
  if (expected !== undefined && expected !== session.id) throw createOtherSessionRefusal(session, expected);
  throw createTableRefusal({ status: codes.forbidden });
}

function createOtherSessionRefusal({ id: sessionId, restoredFrom }: TableSession, expected: string): Refusal {
  return restoredFrom === expected
    ? createTableRefusal({ restored: { sessionId, restoredFrom } })
    : createTableRefusal();
}

function createUnauthorizedRefusal(msg: string, data?: UnauthorizedData): Refusal {
  return createStatusRefusal(codes.unauthorized, msg, data);
}

function createForbiddenRefusal(msg: string): Refusal {
  return createStatusRefusal(codes.forbidden, msg);
}
