import { randomUUID } from 'node:crypto';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import { getProductsByCategories, type Menu } from '#contract/calls/merchant.ts';
import type { Call } from '#contract/http/call.ts';
import { setSoldOut, staffLogin } from '#contract/calls/staff.ts';
import { actOnOrder, orderAtTable, type OrderAct } from '#contract/calls/service.ts';
import type { Order } from '#contract/order-fields.ts';
import { getProgramArgs } from '#tests/programs.ts';

/** The password of the demo restaurants. */
export const staffPassword = 'the password of the counter';

/** A server in its own process, with its own data folder. */
export interface ServerProcess {
  readonly url: string;
  /**
   * Changes the table server's database. The server locks the file while it runs, so it is killed and started again.
   */
  inDatabase(sql: string, ...values: unknown[]): Promise<void>;
  /** The menu of the first demo restaurant, in English. */
  fetchMenu(): Promise<Menu>;
  /** Orders a dish for the first table, as the staff of the first demo restaurant. */
  orderForTable(dish: string, quantity?: number): Promise<Order>;
  /** Marks a dish of the first demo restaurant as sold out or not, by its English name. */
  soldOut(dish: string, isSoldOut: boolean): Promise<void>;
  /** Makes a call as the staff of the first demo restaurant. */
  callAsStaff<Data>(call: StaffCall<Data>, body?: unknown): Promise<Data>;
  /** Acts on an order as the staff of the first demo restaurant. Returns the order. */
  act(act: StaffAct): Promise<Order>;
  /** The output of the server since its last start. */
  printed(): string;
  /** Runs an admin command on the server's data, e.g. `tools/backup.ts`. Returns its output. */
  command(program: string, ...words: string[]): string;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts the server again with the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A value of `PUBLIC_URL` that stands for the address that the server gets. */
export const ownAddress = 'its own';

/** The first demo restaurant. */
const staffOf = '1001';

type StaffCall<Data> = Pick<Call<never, never, never, Data>, 'method' | 'path' | 'data'>;

/** An act on an order, without the act's id. */
type StaffAct = OrderAct extends infer Act ? (Act extends OrderAct ? Omit<Act, 'actId'> : never) : never;

/** Starts the product's table server. @param environment added to the usual variables */
export function startTableServer(environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  return startServer('server/main.ts', environment);
}

/** Starts the foreign server with the app. Table 7 has the QR code 50007, and so on. A restart loses all data. */
export function startForeignServer(language: LanguageCode = defaultLanguage): Promise<ServerProcess> {
  return startServer('testing/foreign-app/main.ts', { MENU_LANGUAGE: language });
}

/** Runs commands of the foreign server (`testing/foreign-app/served.ts`). Returns the output of the last one. */
export async function tellRestaurant(
  { url }: Pick<ServerProcess, 'url'>,
  ...lines: string[]
): Promise<string> {
  let said = '';
  for (const body of lines) {
    const headers = { 'content-type': 'text/plain' };
    const answer = await fetch(`${url}/command`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    said = await answer.text();
  }
  return said;
}

/** Lets a phone number get a second code within the same minute. */
export async function forgetCodes(server: ServerProcess): Promise<void> {
  await server.inDatabase('DELETE FROM budgets');
  await server.inDatabase('DELETE FROM inbox');
}

async function startServer(entry: string, environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'table-server-'));
  // The test run may have prepared the data of a first start.
  const prepared = process.env['PREPARED_DATA'];
  if (prepared !== undefined && environment['DEMO_RESTAURANTS'] !== 'off')
    cpSync(prepared, dataDir, { recursive: true });
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let output: string[] = [];

  const start = async () => {
    output = [];
    child = spawn(process.execPath, getProgramArgs(entry), {
      env: {
        ...process.env,
        STAFF_PASSWORD: staffPassword,
        ...environment,
        ...(environment['PUBLIC_URL'] === ownAddress && { PUBLIC_URL: url }),
        PORT: String(port),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (text: Buffer) => output.push(String(text)));
    child.stderr?.on('data', (text: Buffer) => output.push(String(text)));
    for (let attempt = 0; attempt < 150; attempt += 1) {
      if (child.exitCode !== null) break;
      if (await isUp(url)) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`${entry} did not start:\n${output.join('')}`);
  };

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  let cookie: string | undefined;
  const callAsStaff = async <Data>({ path, method }: StaffCall<Data>, body?: unknown): Promise<Data> => {
    const json = { 'content-type': 'application/json' };
    if (cookie === undefined) {
      const login = await fetch(url + staffLogin.path, {
        method: staffLogin.method,
        headers: json,
        body: JSON.stringify({ merchantId: staffOf, password: staffPassword }),
      });
      cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    }
    const answer = await fetch(url + path, {
      method,
      headers: { ...json, cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { data: Data }).data;
  };
  const fetchMenu = async () => {
    const answer = await fetch(`${url}${getProductsByCategories.path}?merchantId=${staffOf}`);
    return ((await answer.json()) as { data: Menu }).data;
  };
  const findDish = async (dish: string) => {
    const products = (await fetchMenu()).categories.flatMap((category) => category.products);
    const found = products.find(({ name }) => name === dish);
    if (!found) throw new Error(`the menu has no ${dish}`);
    return found;
  };

  await start();
  return {
    url,
    fetchMenu,
    callAsStaff,
    async inDatabase(sql, ...values) {
      await end('SIGKILL');
      const script = `const [file, sql, values] = process.argv.slice(1);
        new (require('libsql'))(file).prepare(sql).run(...JSON.parse(values));`;
      const file = join(dataDir, 'lazy-susan.db');
      execFileSync(process.execPath, ['-e', script, file, sql, JSON.stringify(values)]);
      await start();
    },
    async orderForTable(dish, quantity = 1) {
      const { id: productId, categoryId } = await findDish(dish);
      const item = { productId, categoryId, notes: '', modifiers: [] };
      const body = { actId: randomUUID(), tableId: `${staffOf}001`, item, quantity };
      return (await callAsStaff(orderAtTable, body)).order;
    },
    async soldOut(dish, isSoldOut) {
      await callAsStaff(setSoldOut, { productId: (await findDish(dish)).id, soldOut: isSoldOut });
    },
    act: async (act) => (await callAsStaff(actOnOrder, { actId: randomUUID(), ...act })).order,
    command: (program, ...words) =>
      execFileSync(process.execPath, [...getProgramArgs(program), ...words], {
        env: { ...process.env, ...environment, DATA_DIR: dataDir },
        encoding: 'utf8',
        // stderr is shown only if the command fails.
        stdio: 'pipe',
      }),
    printed: () => output.join(''),
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Whether a server answers there. */
export async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** Finds a port that is not in use. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
