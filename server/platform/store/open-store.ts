/**
 * The store is the only place with lasting data: one SQLite file, or a PostgreSQL that several servers share. `schema.ts`
 * describes its tables.
 *
 *     handler ──► runInTransaction ──┬── SQLite: group-commit ──┬──► runDurably ──► commit ──► shared cache
 *                                    └── PostgreSQL, repeats ───┘                          └──► runAfterCommit
 *     handler ──► db.selectFrom … ──► sqlite-dialect or PreparingClient
 *
 * Invariants:
 * - A request is answered after its change is durable. Announcements and the cache follow the commit.
 * - A change happens completely or not at all. It touches only its transaction, because it may run again.
 * - SQLite has one connection, locked by one process. PostgreSQL has a pool; a conflict repeats the transaction.
 * - A migration only adds, so servers of two releases can share a database.
 *
 * Example: `await runInTransaction(db, async (trx) => { await lockSession(trx, id); await trx.insertInto('events')… })`
 */
import { join } from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';
import { readErrorCode } from '#server/platform/error-code.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { traceQuery } from './trace-query.ts';
import { migrate } from './migrations.ts';
import type { Database } from './schema.ts';
import { openSqlite } from './sqlite/sqlite-dialect.ts';
import { storeFile } from './sqlite/sqlite-file.ts';

export interface StoreOptions {
  /** The existing folder of the SQLite file. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The most connections to PostgreSQL, 20 by default. */
  readonly databaseConnections?: number;
  /** Whether queries are part of their request's trace. */
  readonly hasTelemetry?: boolean;
}

export interface PoolFacts {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The timeout of a connection attempt, in ms. */
const connectTimeoutMs = 10_000;
/**
 * When an unused connection is closed, in ms. Opening another one costs a password check on both sides and prepares all
 * statements again, so connections outlive the pauses between the busy moments of an evening.
 */
const idleMs = 600_000;
/**
 * When PostgreSQL undoes a transaction whose server sends nothing more, in ms. A frozen or lost machine would otherwise
 * keep its locks, and the orders of a restaurant on all other servers would wait for it, for hours in the worst case.
 */
const hangMs = 15_000;

/**
 * Opens the database and migrates it. Rejects with a StartError if it cannot be reached, or if another server uses the
 * SQLite file.
 *
 * @param onPool on PostgreSQL, called with a function that reads the state of the pool
 */
export async function openStore(
  options: StoreOptions,
  onPool: (facts: () => PoolFacts) => void = () => undefined,
): Promise<Kysely<Database>> {
  const { databaseUrl, dataDir, databaseConnections = 20 } = options;
  const db = new Kysely<Database>({
    dialect:
      databaseUrl === undefined
        ? await openSqlite(join(dataDir, storeFile))
        : createPostgresDialect(databaseUrl, databaseConnections, onPool),
    ...(options.hasTelemetry && { log: traceQuery }),
  });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    if (databaseUrl === undefined || error instanceof StartError) throw error;
    throw new StartError(
      `DATABASE_URL: ${new URL(databaseUrl).host} cannot be used (${describeError(error)}); check that PostgreSQL runs there`,
    );
  }
}

function createPostgresDialect(
  connectionString: string,
  max: number,
  onPool: (facts: () => PoolFacts) => void,
): Dialect {
  const types = new pg.TypeOverrides();
  // By default bigints are read as text. Milliseconds and counts stay far below 2^53.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: idleMs,
    types,
  });
  // Without a listener, a lost connection would end the process, even an idle one. With it, the next query on the
  // connection fails, and the next transaction opens another connection.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  onPool(() => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return new PostgresDialect({
    pool,
    onCreateConnection: async (connection) =>
      void (await connection.executeQuery(
        CompiledQuery.raw(`set idle_in_transaction_session_timeout = ${hangMs}`),
      )),
  });
}

function describeError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message || (readErrorCode(error) ?? 'unknown reason');
}

/** The maximum number of prepared statements. Statements with lists of ids have many variants. */
const maxPrepared = 500;
/** The names of prepared statements by their text. All connections share them. */
const names = new Map<string, string>();

/**
 * A PostgreSQL connection that prepares each statement once. Statements with `*` are not prepared: after a newer server
 * added columns to a table, PostgreSQL would refuse the old plan.
 */
class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    const runPrepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && Array.isArray(values) ? nameStatement(text) : undefined;
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    this.query = runPrepared as typeof this.query;
  }
}

/** Returns undefined if the statement must not be prepared. */
function nameStatement(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared || text.includes('*')) return known;
  const name = `kept-${names.size}`;
  names.set(text, name);
  return name;
}
