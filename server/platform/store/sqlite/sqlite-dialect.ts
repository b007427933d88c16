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
import LibsqlHere from 'libsql';
import Libsql from 'libsql/promise';
import { keepNewest } from '#server/platform/keep-newest.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { isSyncRead } from './sync-read.ts';
import { toOpenError, closePragmas, openPragmas } from './sqlite-file.ts';

/** A prepared statement of the driver; `run` is done in this thread, `all` in the one for which it was prepared. */
interface Statement {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[] | Promise<unknown[]>;
  run(parameters: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint };
}

/** Statements that are kept prepared; the program has some two hundred, and lists of ids make more. */
const keptStatements = 500;
/** What writes rows; nothing else changes anything for good before a commit. */
const writesRows = /^\s*(?:insert|update|delete|replace|with)\b/i;

/**
 * Opens the file for a server. The disk is waited for by a thread of the driver: reading and `commit` leave the loop
 * free, so that a slow disk delays what is stored and nothing else. What waits for no disk is done here (D74).
 */
export async function openSqlite(path: string): Promise<Dialect> {
  // Beside a journal an empty file is the start of one.
  if (existsSync(path) && statSync(path).size === 0 && !existsSync(`${path}-wal`))
    throw new StartError(
      `DATA_DIR: ${path} is empty: put a backup in its place (npm run restore), or delete it to begin anew`,
    );
  const database = await opened(path);
  const connection = new SqliteConnection(database);
  if (await isForeign(connection)) {
    await closed(database);
    throw new StartError(`DATA_DIR: ${path} is the database of another program`);
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new SqliteDriver(connection, async () => await closed(database)),
  };
}

async function opened(path: string): Promise<Libsql> {
  try {
    const database = new Libsql(path, {});
    await database.exec(openPragmas);
    return database;
  } catch (error) {
    throw toOpenError(path, error);
  }
}

async function closed(database: Libsql): Promise<void> {
  await database.exec(closePragmas);
  database.close();
}

/** A start on somebody else's file, or on what a full disk or a broken copy left, would pass for a new restaurant. */
async function isForeign(connection: SqliteConnection): Promise<boolean> {
  const { rows } = await connection.execute("select name from sqlite_master where type = 'table'");
  return rows.length > 0 && !rows.some((row) => (row as { name: string }).name === 'kysely_migration');
}

/** There is one connection; who asks for it stands in line. */
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

  /** Lets who has the connection, and who stands in line, end first: SQLite does not close amid a transaction. */
  async destroy(): Promise<void> {
    await this.acquireConnection();
    await this.#close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: Libsql;
  /** Each is prepared once, for as long as it is used. */
  readonly #kept = new Map<string, Statement>();
  #isInTransaction = false;

  constructor(database: Libsql) {
    this.#database = database;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return (await this.execute(sql, parameters)) as QueryResult<R>;
  }

  async begin(): Promise<void> {
    this.#preparedHere('begin').run([]);
    this.#isInTransaction = true;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // A full disk may have ended it already: then there is nothing to roll back.
    if (how === 'rollback') this.#isInTransaction = false;
    await this.#database.exec(how);
    this.#isInTransaction = false;
  }

  streamQuery(): never {
    throw new Error('rows are read whole, or page by page');
  }

  /** For who has the connection; one at a time, for a statement serves one question (Kysely sees to both). */
  async execute(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<unknown>> {
    const writes = writesRows.test(sql);
    const statement = writes || isSyncRead(sql) ? this.#preparedHere(sql) : await this.#prepared(sql);
    try {
      if (!writes) return await this.#asked(statement, sql, parameters);
      if (this.#isInTransaction) return await written(statement, parameters);
      return await this.#writtenByItself(statement, parameters);
    } catch (error) {
      // One that failed is not trusted again.
      this.#kept.delete(sql);
      throw error;
    }
  }

  async #prepared(sql: string): Promise<Statement> {
    return this.#keep(sql, this.#kept.get(sql) ?? ((await this.#database.prepare(sql)) as Statement));
  }

  /** Both of the driver's faces have the same database behind them. */
  #preparedHere(sql: string): Statement {
    const prepare = LibsqlHere.prototype.prepare as (this: unknown, sql: string) => Statement;
    return this.#keep(sql, this.#kept.get(sql) ?? prepare.call(this.#database, sql));
  }

  #keep(sql: string, statement: Statement): Statement {
    keepNewest(this.#kept, sql, statement, keptStatements);
    return statement;
  }

  async #asked(
    statement: Statement,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<QueryResult<unknown>> {
    if (statement.reader) return { rows: await statement.all(parameters) };
    if (parameters.length > 0) throw new Error(`only what reads or writes rows takes parameters: ${sql}`);
    await this.#database.exec(sql);
    return { rows: [] };
  }

  async #writtenByItself(
    statement: Statement,
    parameters: readonly unknown[],
  ): Promise<QueryResult<unknown>> {
    await this.begin();
    try {
      const result = await written(statement, parameters);
      await this.end('commit');
      return result;
    } catch (error) {
      await this.end('rollback').catch(() => undefined);
      throw error;
    }
  }
}

async function written(statement: Statement, parameters: readonly unknown[]): Promise<QueryResult<unknown>> {
  if (statement.reader) return { rows: await statement.all(parameters) };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
