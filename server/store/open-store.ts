import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Kysely, PostgresDialect, SqliteDialect, type Dialect, type SqliteStatement } from 'kysely';
import pg from 'pg';
import { keepNewest } from '#server/process/keep-newest.ts';
import { errorCode, StartError } from '#server/process/start-error.ts';
import { migrate } from './migrations.ts';
import type { Database } from './schema.ts';

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

export const storeFile = 'lazy-susan.db';

export class FileInUse extends StartError {
  constructor(path: string) {
    super(`DATA_DIR: another server is running on ${path}`);
  }
}

/** How long a start waits for a server that is just going down to let go of the file, ms. */
const lockWaitMs = 1_000;
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
    dialect: databaseUrl === undefined ? sqlite(join(dataDir, storeFile)) : postgres(databaseUrl, onPool),
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

/**
 * One connection that keeps the file locked for itself as long as it is open: a second server on the same folder is
 * refused, and the operating system drops the lock with the process, however that ends.
 * `synchronous=FULL`: an acknowledged change survives a power cut.
 */
export function openFile(path: string): Libsql.Database {
  try {
    const database = new Libsql(path);
    database.exec(`
      PRAGMA busy_timeout = ${lockWaitMs};
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      BEGIN IMMEDIATE;
      COMMIT;
    `);
    return database;
  } catch (error) {
    if (errorCode(error)?.startsWith('SQLITE_BUSY')) throw new FileInUse(path);
    throw new StartError(`DATA_DIR: ${path} cannot be opened (${reasonOf(error)})`);
  }
}

/** A start on somebody else's file, or on what a full disk or a broken copy left, would pass for a new restaurant. */
function refuseForeign(path: string, database: Libsql.Database): void {
  const names = database.prepare("select name from sqlite_master where type = 'table'").all() as {
    name: string;
  }[];
  const isOurs = names.length === 0 || names.some(({ name }) => name === 'kysely_migration');
  if (isOurs) return;
  closeFile(database);
  throw new StartError(`DATA_DIR: ${path} is the database of another program`);
}

function sqlite(path: string): Dialect {
  // Beside a journal an empty file is the start of one.
  if (existsSync(path) && statSync(path).size === 0 && !existsSync(`${path}-wal`))
    throw new StartError(
      `DATA_DIR: ${path} is empty: put a backup in its place (npm run restore), or delete it to begin anew`,
    );
  const database = openFile(path);
  refuseForeign(path, database);
  return new SqliteDialect({
    database: {
      prepare: statementsOf(database),
      close: () => closeFile(database),
    },
  });
}

/** Statements that are kept prepared; the program has some two hundred, and lists of ids make more. */
const keptStatements = 500;

/** Prepares each statement once, for as long as it is used; one that failed is not trusted again. */
function statementsOf(database: Libsql.Database): (sql: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>();
  return (sql) => {
    let statement = kept.get(sql);
    statement ??= forgettable(database.prepare(sql), () => kept.delete(sql));
    keepNewest(kept, sql, statement, keptStatements);
    return statement;
  };
}

function forgettable(statement: SqliteStatement, forget: () => void): SqliteStatement {
  const { reader } = statement;
  const orForgotten = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      forget();
      throw error;
    }
  };
  return {
    reader,
    all: (parameters) => orForgotten(() => statement.all(parameters)),
    run: (parameters) => orForgotten(() => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
  };
}

/** The driver's own close leaves the file locked until garbage is collected; leaving WAL mode lets go of it at once. */
export function closeFile(database: Libsql.Database): void {
  database.exec(
    'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL; SELECT count(*) FROM sqlite_master;',
  );
  database.close();
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
