import { expect, test as base } from '@playwright/test';
import { DinerPhone, type PhoneOptions } from './diner.ts';
import { StaffScreen } from './screen/staff-screen.ts';
import { startTableServer, type ServerProcess } from './table-server.ts';
import { desk } from './words.ts';

interface Options {
  /** Environment of a server that only this test uses. */
  readonly environment: NodeJS.ProcessEnv;
}

interface Journey {
  /** The server of the file (`shareServer`), or one for this test. */
  readonly server: ServerProcess;
  /** Opens a new phone. An uncaught error in its pages fails the test. */
  readonly take: (options?: PhoneOptions) => Promise<DinerPhone>;
  /** Opens two phones at one table. */
  readonly takeTwo: (
    table: number,
    options?: PhoneOptions,
    others?: PhoneOptions,
  ) => Promise<[ann: DinerPhone, mei: DinerPhone]>;
  /** Opens a staff screen and logs in. By default it is as wide as a desktop. */
  readonly takeStaff: (person: string, options?: PhoneOptions) => Promise<StaffScreen>;
}

let shared: ServerProcess | undefined;

/** Playwright's test with a server and phones. They are closed after it, so that they do not slow down the next one. */
export const test = base.extend<Options & Journey>({
  environment: [{}, { option: true }],
  server: async ({ environment }, give) => {
    if (shared) return await give(shared);
    const own = await startTableServer(environment);
    await give(own);
    await own.stop();
  },
  take: async ({ browser, server }, give) => {
    const phones: DinerPhone[] = [];
    await give(async (options) => {
      const phone = await DinerPhone.take(browser, server, options);
      phones.push(phone);
      return phone;
    });
    const errors = phones.flatMap((phone) => phone.errors);
    await Promise.all(phones.map(async ({ context }) => context.close()));
    expect(errors, 'errors of the pages').toEqual([]);
  },
  takeTwo: async ({ take }, give) => {
    await give(async (table, options, others = options) => {
      const [ann, mei] = [await take(options), await take(others)];
      await ann.sit(table);
      await mei.join(table);
      return [ann, mei];
    });
  },
  takeStaff: async ({ take, server }, give) => {
    await give(async (person, options = desk) => {
      const screen = new StaffScreen(await take(options), server);
      await screen.logIn(person);
      await screen.show('orders');
      return screen;
    });
  },
});

/** Marks a slow test that rarely fails. It runs in `npm run test:long`, or if its file is named. */
export const atLength = { tag: '@long' } as const;

/** All tests of the file or the block use one server. */
export function shareServer(start: () => Promise<ServerProcess> = startTableServer): void {
  test.beforeAll(async () => {
    shared = await start();
  });
  test.afterAll(async () => {
    await shared?.stop();
    shared = undefined;
  });
}
