import { randomUUID } from 'node:crypto';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLanguage, type LanguageCode } from '#contract/http/headers.ts';
import { getProductsByCategories, type Menu } from '#contract/calls/merchant.ts';
import type { BodyOf, Call } from '#contract/http/call.ts';
import { editMenuDraft, publishMenu } from '#contract/calls/menu-draft.ts';
import { setSoldOut, staffLogin } from '#contract/calls/staff.ts';
import { actOnOrder, type OrderAct } from '#contract/calls/service.ts';
import type { Order } from '#contract/order-fields.ts';
import { programArgs } from '#tests/programs.ts';

const usualPassword = 'the password of the counter';

/** A real server as a process of its own, with a data folder of its own. */
export interface ServerProcess {
  readonly url: string;
  /**
   * What the restaurant's own side would do, done in a table server's database. While the server runs the file is its
   * alone, and the driver lets go of it only with its process: the server is killed and started again.
   */
  inDatabase(sql: string, ...values: unknown[]): Promise<void>;
  /** Of the first demo restaurant, in English. */
  menu(): Promise<Menu>;
  /** What the kitchen says of a dish of the first demo restaurant, by its English name; all phones hear of it. */
  soldOut(dish: string, isSoldOut: boolean): Promise<void>;
  /** What a call answers the staff of it. */
  asStaff<Data>(call: StaffCall<Data>, body?: unknown): Promise<Data>;
  /** Edits the draft of its menu and publishes it; its phones hear of it. */
  publish(...edits: MenuEdit[]): Promise<void>;
  /** What the staff of the first demo restaurant do about an order; its table hears of it. Answers the order. */
  act(act: StaffAct): Promise<Order>;
  /** What it has printed since its last start. */
  printed(): string;
  /** Runs a command of whoever runs the server on its data, e.g. `tools/backup.ts`; answers what it printed. */
  command(program: string, ...words: string[]): string;
  /** SIGKILL: nothing is tidied up. */
  kill(): Promise<void>;
  /** Starts again on the same data and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** As `PUBLIC_URL`: the address that the server gets. */
export const ownAddress = 'its own';

/** The demo restaurant whose staff act. */
const staffOf = '1001';

type StaffCall<Data> = Pick<Call<never, never, never, Data>, 'method' | 'path' | 'data'>;

/** A change of a value of the menu; a value that is not there is left out. */
export type MenuEdit = BodyOf<typeof editMenuDraft>['edits'][number];

/** An act about an order, without its id. */
type StaffAct = OrderAct extends infer Act ? (Act extends OrderAct ? Omit<Act, 'actId'> : never) : never;

/** The product's own table server. @param environment beside the usual variables */
export function startTableServer(environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  return startServer('server/main.ts', environment);
}

/** The phone app at the foreign server. Its tables have the QR codes 50007 and following; a restart forgets everything. */
export function startForeignServer(language: LanguageCode = defaultLanguage): Promise<ServerProcess> {
  return startServer('testing/foreign-app/main.ts', { MENU_LANGUAGE: language });
}

/** Runs console commands of the foreign server; see `testing/foreign-app/served.ts`. Answers what the last one printed. */
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

async function startServer(entry: string, environment: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'table-server-'));
  // What a first start writes, demo and all, where the run has it ready.
  const prepared = process.env['PREPARED_DATA'];
  if (prepared !== undefined && environment['DEMO_RESTAURANTS'] !== 'off')
    cpSync(prepared, dataDir, { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let output: string[] = [];

  const start = async () => {
    output = [];
    child = spawn(process.execPath, programArgs(entry), {
      env: {
        ...process.env,
        STAFF_PASSWORD: usualPassword,
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
  const asStaff = async <Data>({ path, method }: StaffCall<Data>, body?: unknown): Promise<Data> => {
    const json = { 'content-type': 'application/json' };
    if (cookie === undefined) {
      const password = environment['STAFF_PASSWORD'] ?? usualPassword;
      const login = await fetch(url + staffLogin.path, {
        method: staffLogin.method,
        headers: json,
        body: JSON.stringify({ merchantId: staffOf, password }),
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
  const publish = async (...edits: MenuEdit[]) => {
    const { draftVersion } = await asStaff(editMenuDraft, { edits });
    await asStaff(publishMenu, { draftVersion });
  };

  const menu = async () => {
    const answer = await fetch(`${url}${getProductsByCategories.path}?merchantId=${staffOf}`);
    return ((await answer.json()) as { data: Menu }).data;
  };

  await start();
  return {
    url,
    menu,
    asStaff,
    publish,
    async inDatabase(sql, ...values) {
      await end('SIGKILL');
      const script = `const [file, sql, values] = process.argv.slice(1);
        new (require('libsql'))(file).prepare(sql).run(...JSON.parse(values));`;
      const file = join(dataDir, 'lazy-susan.db');
      execFileSync(process.execPath, ['-e', script, file, sql, JSON.stringify(values)]);
      await start();
    },
    async soldOut(dish, isSoldOut) {
      const product = (await menu()).categories
        .flatMap(({ products }) => products)
        .find(({ name }) => name === dish);
      await asStaff(setSoldOut, { productId: product?.id, soldOut: isSoldOut });
    },
    act: async (act) => (await asStaff(actOnOrder, { actId: randomUUID(), ...act })).order,
    command: (program, ...words) =>
      execFileSync(process.execPath, [...programArgs(program), ...words], {
        env: { ...process.env, ...environment, DATA_DIR: dataDir },
        encoding: 'utf8',
        // What it says beside its answer is shown where it fails.
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

async function isUp(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** One that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
