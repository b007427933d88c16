import { existsSync, statSync } from 'node:fs';
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import LibsqlSync from 'libsql';
import Libsql from 'libsql/promise';
import { keepNewest } from '#server/platform/keep-newest.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { isSyncRead } from './sync-read.ts';
import { toOpenError, closePragmas, openPragmas } from './sqlite-file.ts';

/** A prepared statement. `run` runs in this thread, `all` in the thread for which the statement was prepared. */
interface Statement {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[] | Promise<unknown[]>;
  run(parameters: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint };
}

/** The maximum number of prepared statements. The program has about 200, and lists of ids make more. */
const maxStatements = 500;
/** Statements that write rows. */
const writesRows = /^\s*(?:insert|update|delete|replace|with)\b/i;

/**
 * Opens the SQLite file for a server.
 *
 * | work | thread | why |
 * |---|---|---|
 * | reads, `commit`, `rollback` | the driver's | they may wait for the disk, which must not block the event loop |
 * | writes inside a transaction | this one | they do not wait for the disk before the commit |
 * | reads with the `syncRead` mark | this one | their rows are in memory, and switching threads costs more (D74) |
 */
export async function openSqlite(path: string): Promise<Dialect> {
  // An empty file with a WAL is a database that was just created.
  if (existsSync(path) && statSync(path).size === 0 && !existsSync(`${path}-wal`))
    throw new StartError(
      `DATA_DIR: ${path} is empty; restore a backup (npm run restore), or delete the file to start without data`,
    );
  const database = await openDatabase(path);
  const connection = new SqliteConnection(database);
  if (await isForeign(connection)) {
    await closeDatabase(database);
    throw new StartError(`DATA_DIR: ${path} is the database of another program; choose another folder`);
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new SqliteDriver(connection, async () => await closeDatabase(database)),
  };
}

async function openDatabase(path: string): Promise<Libsql> {
  try {
    const database = new Libsql(path, {});
    await database.exec(openPragmas);
    return database;
  } catch (error) {
    throw toOpenError(path, error);
  }
}

async function closeDatabase(database: Libsql): Promise<void> {
  await database.exec(closePragmas);
  database.close();
}

/**
 * Whether the file has tables but never had a migration: it belongs to another program, or is a broken copy. Starting on
 * it would look like a new restaurant.
 */
async function isForeign(connection: SqliteConnection): Promise<boolean> {
  const { rows } = await connection.execute("select name from sqlite_master where type = 'table'");
  return rows.length > 0 && !rows.some((row) => (row as { name: string }).name === 'kysely_migration');
}

/** Kysely's driver for one connection. Callers wait in line for it. */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;
  readonly #close: () => Promise<void>;
  readonly #line: (() => void)[] = [];
  #isTaken = false;

  constructor(connection: SqliteConnection, close: () => Promise<void>) {
    this.#connection = connection;
    this.#close = close;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#line.push(resolve));
    this.#isTaken = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#line.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin();
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.end('commit');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.end('rollback');
  }

  /** Waits for all callers in line, because SQLite cannot close during a transaction. */
  async destroy(): Promise<void> {
    await this.acquireConnection();
    await this.#close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Libsql;
  /** The prepared statements by their text, most recently used last. */
  readonly #statements = new Map<string, Statement>();
  #isInTransaction = false;

  constructor(database: Libsql) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return (await this.execute(sql, parameters)) as QueryResult<R>;
  }

  async begin(): Promise<void> {
    this.#prepareSync('begin').run([]);
    this.#isInTransaction = true;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // A full disk may have ended the transaction already. Then the rollback fails, but no transaction is open.
    if (how === 'rollback') this.#isInTransaction = false;
    await this.#database.exec(how);
    this.#isInTransaction = false;
  }

  streamQuery(): never {
    throw new Error('streaming is not supported; read all rows, or page by page');
  }

  /** Runs a statement. Kysely calls it only for the holder of the connection, and one at a time. */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<unknown>> {
    const writes = writesRows.test(sql);
    const statement = writes || isSyncRead(sql) ? this.#prepareSync(sql) : await this.#prepareInThread(sql);
    try {
      if (!writes) return await this.#read(statement, sql, parameters);
      if (this.#isInTransaction) return await write(statement, parameters);
      return await this.#writeInTransaction(statement, parameters);
    } catch (error) {
      // A failed statement may be in an undefined state.
      this.#statements.delete(sql);
      throw error;
    }
  }

  async #prepareInThread(sql: string): Promise<Statement> {
    const known = this.#statements.get(sql);
    return this.#remember(sql, known ?? ((await this.#database.prepare(sql)) as Statement));
  }

  /** The driver has a synchronous and an asynchronous interface to the same database. */
  #prepareSync(sql: string): Statement {
    const prepare = LibsqlSync.prototype.prepare as (this: unknown, sql: string) => Statement;
    return this.#remember(sql, this.#statements.get(sql) ?? prepare.call(this.#database, sql));
  }

  #remember(sql: string, statement: Statement): Statement {
    keepNewest(this.#statements, sql, statement, maxStatements);
    return statement;
  }

  async #read(
    statement: Statement,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult<unknown>> {
    if (statement.reader) return { rows: await statement.all(parameters) };
    if (parameters.length > 0) throw new Error(`a statement without rows cannot have parameters: ${sql}`);
    await this.#database.exec(sql);
    return { rows: [] };
  }

  async #writeInTransaction(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<QueryResult<unknown>> {
    await this.begin();
    try {
      const result = await write(statement, parameters);
      await this.end('commit');
      return result;
    } catch (error) {
      await this.end('rollback').catch(() => undefined);
      throw error;
    }
  }
}

async function write(statement: Statement, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
  if (statement.reader) return { rows: await statement.all(parameters) };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
