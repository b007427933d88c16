import { join } from 'node:path';
import { Kysely, PostgresDialect, type Dialect } from 'kysely';
import pg from 'pg';
import { errorCode } from '#server/platform/error-code.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { migrate } from './migrations.ts';
import type { Database } from './schema.ts';
import { openSqlite } from './sqlite/sqlite-dialect.ts';
import { storeFile } from './sqlite/sqlite-file.ts';

export interface StoreOptions {
  /** Folder of the SQLite file; it exists. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

export interface PoolFacts {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

const poolSize = 20;
/** A start against a database that does not answer gives up after this, ms. */
const connectTimeoutMs = 10_000;

/**
 * Opens the database and brings its tables up to date. Rejects with a StartError when it cannot be reached, or
 * when another server holds the SQLite file.
 * @param onPool gets a way to look at the pool, on PostgreSQL.
 */
export async function openStore(
  options: StoreOptions,
  onPool: (facts: () => PoolFacts) => void = () => undefined,
): Promise<Kysely<Database>> {
  const { databaseUrl, dataDir } = options;
  const db = new Kysely<Database>({
    dialect:
      databaseUrl === undefined ? await openSqlite(join(dataDir, storeFile)) : postgres(databaseUrl, onPool),
  });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    if (databaseUrl === undefined || error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: ${new URL(databaseUrl).host} cannot be used (${reasonOf(error)})`);
  }
}

function postgres(connectionString: string, onPool: (facts: () => PoolFacts) => void): Dialect {
  const types = new pg.TypeOverrides();
  // Milliseconds and counts stay far below 2^53.
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    types,
  });
  // Without a listener a connection that dies would end the process, idle or between two queries of a transaction; the
  // next query on it fails, and the next transaction opens another.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  onPool(() => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return new PostgresDialect({ pool });
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message || (errorCode(error) ?? 'unknown reason');
}

/** More are asked unprepared: lists of ids make many. */
const keptStatements = 500;
/** Of the statements, for every connection. */
const names = new Map<string, string>();

/**
 * A connection to PostgreSQL that has each statement read and planned once. Not those with a `*`: the columns of a table
 * become more when a newer server brings it up to date, and a plan for fewer would be refused.
 */
class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as (...args: unknown[]) => unknown;
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    this.query = prepared as typeof this.query;
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= keptStatements || text.includes('*')) return known;
  const name = `kept-${names.size}`;
  names.set(text, name);
  return name;
}
