/** A real table server with a free port and a temporary folder, and a typed client for it. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { envelopeSchema, staffScopes, type Call, type StaffScope } from '#contract/http/call.ts';
import { headers as headerNames, type declaredLanguages } from '#contract/http/headers.ts';
import {
  getAnonymousToken,
  login,
  registerGuest,
  sendPhoneCode,
  type Member,
} from '#contract/calls/member.ts';
import { getTableByQrcode, negotiate, type TableInfo } from '#contract/calls/table.ts';
import { createServer, type ServerOptions } from '#server/app.ts';
import { readConfig, type Config } from '#server/platform/config/config.ts';
import { createSystemToken } from '#server/service/staff/access/system-tokens.ts';
import { storeFile } from '#server/platform/store/sqlite/sqlite-file.ts';
import { createForTests } from '#tests/for-tests.ts';
import { createFakeClock, createNoonClock, type FakeClock } from '#tests/fake-clock.ts';
import { requireDescribed } from './http/described-schemas.ts';

/** A clock of a server: from noon of today, or from another time. */
export function fakeClock(start?: number): FakeClock {
  return start === undefined ? createNoonClock() : createFakeClock(start);
}

/** The caller's headers. */
export interface Caller {
  readonly token?: string | undefined;
  readonly merchantId?: string | undefined;
  readonly tableId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly language?: (typeof declaredLanguages)[number];
  /** The IP address, as a proxy on this machine forwards it. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallOptions extends Caller {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export interface CallResult<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly success: boolean;
  readonly code: number;
  readonly msg: string;
  /** The data of the answer, or of the refusal if the call failed. */
  readonly data: Data;
  /** The whole envelope, with the fields next to `data`. */
  readonly envelope: Readonly<Record<string, unknown>>;
}

/** A diner, as the headers of their phone. */
export interface Diner extends Caller {
  readonly token: string;
  readonly merchantId: string;
  readonly userId: string;
}

export interface DinerAtTable extends Diner {
  readonly tableId: string;
  readonly sessionId: string;
  readonly table: TableInfo;
}

/** A system of a restaurant, as its headers. */
export interface Till extends Caller {
  readonly token: string;
}

type CallServer = <Params, Query, Body, Data>(
  call: Call<Params, Query, Body, Data>,
  options?: CallOptions,
) => Promise<CallResult<Data>>;

export type ServerUnderTest = Awaited<ReturnType<typeof startServer>>;

export interface TestServerOptions extends ServerOptions {
  /** The folder of an earlier server. */
  readonly dataDir?: string;
  /** Starts with a database of 0.1.0 (`tests/golden`). */
  readonly fromFirstRelease?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

/** If it is set, all server tests use PostgreSQL. Each server gets its own database next to this one. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'] || undefined;
/** An empty database, or one that the test run has prepared with the demo restaurants. */
const databaseTemplate = process.env['TEST_DATABASE_TEMPLATE'] ?? 'template0';

export async function startServer(options: TestServerOptions = {}) {
  const {
    dataDir = mkdtempSync(join(tmpdir(), 'lazy-susan-')),
    environment = {},
    fromFirstRelease = false,
    ...serverOptions
  } = options;
  const read = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    ...createDatabaseEnvironment(dataDir),
    ...environment,
  });
  if (!read.ok) throw new Error(read.errors.join('\n'));
  if (read.config.demo && read.config.databaseUrl === undefined && !fromFirstRelease)
    copyPreparedFile(dataDir);
  const database = await prepareDatabase(read.config, fromFirstRelease ? 'template0' : databaseTemplate);
  if (fromFirstRelease) await fillAsFirstRelease(read.config);
  const logged: string[] = [];
  const printed: string[] = [];
  const server = await createServer(read.config, {
    host: '127.0.0.1',
    checkAnswers: true,
    logStream: { write: (line) => void logged.push(line) },
    print: (line) => void printed.push(line),
    appDir: join(dataDir, 'dist'),
    ...serverOptions,
  });
  const call = createCaller(server.address);
  let addresses = 0;
  /** The data of a call that must succeed. */
  const ask = async <Params, Query, Body, Data>(
    asked: Call<Params, Query, Body, Data>,
    given?: CallOptions,
  ): Promise<Data> => expectData(await call(asked, given));
  /** The newest code that went to this recipient. */
  const readCode = async (recipient: string): Promise<string> => {
    const answer = await fetch(
      `${server.address}/demo/inbox.json?recipient=${encodeURIComponent(recipient)}`,
    );
    const [newest] = (await answer.json()) as { code: string }[];
    if (!newest) throw new Error(`no code went to ${recipient}`);
    return newest.code;
  };

  return {
    ...server,
    config: read.config,
    dataDir,
    /** Everything that the server logged. */
    logged,
    /** Everything that the server printed for the person who runs the demo. */
    printed,
    call,
    ask,
    readCode,
    /** The code of the answer. */
    async codeOf<Params, Query, Body, Data>(
      asked: Call<Params, Query, Body, Data>,
      given?: CallOptions,
    ): Promise<number> {
      return (await call(asked, given)).code;
    },
    /** A new guest of the merchant. */
    async guest(merchantId = '1001'): Promise<Diner> {
      const { token } = await ask(getAnonymousToken, { merchantId });
      return createDiner(await ask(registerGuest, { token, merchantId }), merchantId);
    },
    /** A member, logged in with the phone. @param options.asGuest the guest who logs in */
    async member(
      phone: string,
      { merchantId = '1001', asGuest = {} }: { merchantId?: string; asGuest?: Caller } = {},
    ): Promise<Diner> {
      // Each comes from its own address. Otherwise the limit for an address would refuse them.
      addresses += 1;
      const address = `10.0.${addresses >> 8}.${addresses & 255}`;
      await ask(sendPhoneCode, { merchantId, address, body: { phone } });
      const autos = { autoRegister: true, autoReceiveCoupon: true, autoFillingName: true };
      const body = { phone, code: await readCode(phone), ...autos };
      return createDiner(await ask(login, { ...asGuest, merchantId, body }), merchantId);
    },
    /** The diner after a scan of the table's QR code. */
    async seat(diner: Diner, qrcodeId = '1'): Promise<DinerAtTable> {
      const table = await ask(getTableByQrcode, { ...diner, params: { id: qrcodeId } });
      return { ...diner, table, tableId: table.tableId, sessionId: table.sessionId! };
    },
    /** A system of the merchant, with a new token. */
    async till(merchantId = '1001', scopes: readonly StaffScope[] = staffScopes): Promise<Till> {
      const made = await createSystemToken(server.deps, merchantId, { name: 'a till', scopes });
      return { token: made.secret };
    },
    /** Closes the server and deletes its folder. */
    async dispose(): Promise<void> {
      await server.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One server for all tests of a file or block. */
export function startSharedServer(
  options: TestServerOptions | (() => TestServerOptions) = {},
): ServerUnderTest {
  const given = typeof options === 'function' ? options : () => options;
  return createForTests(
    () => startServer(given()),
    (server) => server.dispose(),
  );
}

/** A server for one test, which closes it at its end. */
export async function startTestServer(options: TestServerOptions = {}): Promise<ServerUnderTest> {
  const server = await startServer(options);
  onTestFinished(server.dispose);
  return server;
}

/** How a new guest joins the group of the first table of restaurant 1001, on any running server. */
export async function joinFirstTable(address: string): Promise<{ accessUrl: string; group: string }> {
  const call = createCaller(address);
  const { id: userId, token = '' } = expectData(await call(registerGuest, { merchantId: '1001' }));
  const asker = { token, merchantId: '1001' };
  const { tableId } = expectData(await call(getTableByQrcode, { ...asker, params: { id: '1' } }));
  const { data, envelope } = await call(negotiate, { ...asker, tableId, query: { userId, tableId } });
  return { accessUrl: data, group: String(envelope['group']) };
}

/** The data of a call that must have succeeded. */
export function expectData<Data>(result: CallResult<Data>): Data {
  if (!result.success) throw new Error(`refused with ${result.status}/${result.code}: ${result.msg}`);
  return result.data;
}

function createDiner(member: Member, merchantId: string): Diner {
  return { userId: member.id, token: member.token!, merchantId };
}

/** The database is named after the folder, so that a second server on the folder finds the same data. */
function createDatabaseEnvironment(dataDir: string): Record<string, string> {
  if (testDatabaseUrl === undefined) return {};
  const url = new URL(testDatabaseUrl);
  url.pathname = `/t${dataDir.replaceAll(/\W/g, '').toLowerCase().slice(-24)}`;
  return { DATABASE_URL: url.href };
}

/** Copies the data of a first start, if the test run has prepared it (dev/test/prepare.mjs). */
function copyPreparedFile(dataDir: string): void {
  const prepared = process.env['PREPARED_DATA'];
  if (prepared !== undefined && !existsSync(join(dataDir, storeFile)))
    copyFileSync(join(prepared, storeFile), join(dataDir, storeFile));
}

/**
 * Creates a database of its own for each server. A schema would not do: a server that starts lists the tables of all
 * schemas, and fails if another test drops one of them at that moment.
 */
async function prepareDatabase(
  { databaseUrl, demo }: Config,
  template: string,
): Promise<{ drop(): Promise<void> } | undefined> {
  if (testDatabaseUrl === undefined || databaseUrl === undefined) return undefined;
  const name = new URL(databaseUrl).pathname.slice(1);
  if (name === new URL(testDatabaseUrl).pathname.slice(1)) return undefined;
  const runWithAdmin = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client({ connectionString: testDatabaseUrl });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  await runWithAdmin(async (client) => {
    // Two servers on one folder may start at once, and only one can create the database.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${name} template ${demo ? template : 'template0'}`);
  });
  return {
    drop: async () =>
      await runWithAdmin(
        async (client) => await client.query(`drop database if exists ${name} with (force)`),
      ),
  };
}

/** Fills three tables. The third has an order of two rounds, completed and unpaid; the others have one round. */
async function fillAsFirstRelease({ databaseUrl, dataDir }: Config): Promise<void> {
  const kind = databaseUrl === undefined ? 'sqlite' : 'postgres';
  const script = readFileSync(`tests/golden/database-0.1.0.${kind}.sql`, 'utf8');
  if (databaseUrl === undefined) {
    const file = new Libsql(join(dataDir, storeFile));
    file.exec(script);
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(script);
  await client.end();
}

/** @param hangUp aborts the requests that still wait for an answer */
export function createCaller(address: string, hangUp: AbortSignal | null = null): CallServer {
  return async <Params, Query, Body, Data>(
    asked: Call<Params, Query, Body, Data>,
    options: CallOptions = {},
  ) => {
    const { method, path } = asked;
    const { params = {}, query = {}, body } = options;
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(`${address}${filled}?${search}`, {
      method,
      signal: hangUp,
      headers: createHeaders(options),
      body: body === undefined ? null : isSentAsIs(body) ? body : JSON.stringify(body),
    });
    const said: unknown = await answer.json();
    requireDescribed(asked, answer.status, said);
    const envelope = z.parse(envelopeSchema, said);
    return {
      status: answer.status,
      headers: answer.headers,
      success: envelope.success,
      code: envelope.code,
      msg: envelope.msg ?? '',
      data: envelope.data as Data,
      envelope,
    };
  };
}

function isSentAsIs(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function createHeaders(caller: Caller): Record<string, string> {
  const { token, merchantId, tableId, sessionId, language, address, headers } = caller;
  return {
    'Content-Type': 'application/json',
    ...(token !== undefined && { [headerNames.authorization]: `Bearer ${token}` }),
    ...(merchantId !== undefined && { [headerNames.merchantId]: merchantId }),
    ...(tableId !== undefined && { [headerNames.tableId]: tableId }),
    ...(sessionId !== undefined && { [headerNames.tableSession]: sessionId }),
    ...(language !== undefined && { [headerNames.languageCode]: language }),
    ...(address !== undefined && { 'X-Forwarded-For': address }),
    ...headers,
  };
}
