/** Stores which services of other companies a restaurant uses, and how their last request ended. */
import {
  connectionKinds,
  type Connection,
  type ConnectionKind,
  type ConnectionProblem,
} from '#contract/calls/connections.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { SecretBox } from './secret-box.ts';

export interface ConnectionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

type Fields = Readonly<Record<string, string>>;

/** A provider with all of its fields, also the secret ones. */
export interface OpenConnection {
  readonly provider: string;
  readonly fields: Fields;
}

/** Why a provider did not do what the server asked. `detail` are the provider's own words. */
export interface ProviderProblem {
  readonly kind: ConnectionProblem;
  readonly detail: string;
}

/** A working connection is recorded at most this often, ms, because a busy restaurant sends many texts. */
const recordEveryMs = 60_000;
const longestDetail = 300;

const composeContext = (merchantId: string, kind: string, provider: string) =>
  JSON.stringify([merchantId, kind, provider]);

/** Lists the connections without their secrets. */
export async function listStoredConnections(db: Db, merchantId: string): Promise<Connection[]> {
  const rows = await db.selectFrom('connections').selectAll().where('merchant_id', '=', merchantId).execute();
  return connectionKinds.flatMap((kind) => {
    const row = rows.find((each) => each.kind === kind);
    if (!row) return [];
    return {
      kind,
      provider: row.provider,
      values: JSON.parse(row.fields) as Record<string, string>,
      changedAt: row.changed_at,
      changedBy: row.changed_by,
      workedAt: row.worked_at,
      problem: row.problem === null ? null : (JSON.parse(row.problem) as ProviderProblem),
      problemAt: row.problem_at,
    };
  });
}

/**
 * Returns the connection with its secrets; undefined if the restaurant has none; 'unreadable' if the key that encrypted
 * it is missing.
 */
export async function openConnection(
  { db, secrets }: Pick<ConnectionDeps, 'db' | 'secrets'>,
  merchantId: string,
  kind: ConnectionKind,
): Promise<OpenConnection | 'unreadable' | undefined> {
  const row = await db
    .selectFrom('connections')
    .select(['provider', 'fields', 'secrets'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row) return undefined;
  const opened = secrets.decrypt(row.secrets, composeContext(merchantId, kind, row.provider));
  if (opened === undefined) return 'unreadable';
  return {
    provider: row.provider,
    fields: { ...(JSON.parse(row.fields) as Fields), ...(JSON.parse(opened) as Fields) },
  };
}

export interface NewConnection {
  readonly merchantId: string;
  readonly kind: ConnectionKind;
  readonly provider: string;
  readonly open: Fields;
  readonly secret: Fields;
  readonly by: string;
}

/** Saves a connection in place of the restaurant's earlier one of this kind. It counts as untested. */
export async function storeConnection(
  { db, clock, secrets }: ConnectionDeps,
  { merchantId, kind, provider, open, secret, by }: NewConnection,
): Promise<void> {
  const row = {
    provider,
    fields: JSON.stringify(open),
    secrets: secrets.encrypt(JSON.stringify(secret), composeContext(merchantId, kind, provider)),
    changed_at: clock.now(),
    changed_by: by,
    worked_at: null,
    problem: null,
    problem_at: null,
  };
  await db
    .insertInto('connections')
    .values({ merchant_id: merchantId, kind, ...row })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'kind']).doUpdateSet(row))
    .execute();
}

export async function deleteConnection(db: Db, merchantId: string, kind: ConnectionKind): Promise<void> {
  await db.deleteFrom('connections').where('merchant_id', '=', merchantId).where('kind', '=', kind).execute();
}

/** Records how a request to the provider ended. @param problem undefined if it worked */
export async function recordOutcome(
  { db, clock }: Pick<ConnectionDeps, 'db' | 'clock'>,
  merchantId: string,
  { kind, problem }: { readonly kind: ConnectionKind; readonly problem: ProviderProblem | undefined },
): Promise<void> {
  const now = clock.now();
  const ofKind = db.updateTable('connections').where('merchant_id', '=', merchantId).where('kind', '=', kind);
  if (problem) {
    const { kind: why, detail } = problem;
    const text = JSON.stringify({ kind: why, detail: detail.slice(0, longestDetail) });
    await ofKind.set({ problem: text, problem_at: now }).execute();
  } else
    await ofKind
      .set({ worked_at: now, problem: null, problem_at: null })
      .where(({ eb, or }) =>
        or([
          eb('problem', 'is not', null),
          eb('worked_at', 'is', null),
          eb('worked_at', '<', now - recordEveryMs),
        ]),
      )
      .execute();
}

/**
 * Encrypts every connection with the newest key. Runs at the start, so that the operator can remove an old key after it.
 * @returns the number of connections that no key can decrypt
 */
export async function encryptAgain({ db, secrets }: Pick<ConnectionDeps, 'db' | 'secrets'>): Promise<number> {
  if (!secrets.hasKey) return 0;
  const rows = await db
    .selectFrom('connections')
    .select(['merchant_id', 'kind', 'provider', 'secrets'])
    .execute();
  let unreadable = 0;
  for (const { merchant_id, kind, provider, secrets: sealed } of rows) {
    if (secrets.isCurrent(sealed)) continue;
    const context = composeContext(merchant_id, kind, provider);
    const text = secrets.decrypt(sealed, context);
    if (text === undefined) unreadable += 1;
    else
      await db
        .updateTable('connections')
        .set({ secrets: secrets.encrypt(text, context) })
        .where('merchant_id', '=', merchant_id)
        .where('kind', '=', kind)
        // The owner may save another key at the same time.
        .where('secrets', '=', sealed)
        .execute();
  }
  return unreadable;
}
