import { expect, test as base } from '@playwright/test';
import { DinerPhone, type PhoneOptions } from './diner.ts';
import { startTableServer, type ServerProcess } from './table-server.ts';

interface Options {
  /** Variables of the server that a journey has for itself. */
  readonly environment: NodeJS.ProcessEnv;
}

interface Journey {
  /** That of the file (`shareServer`), or one of the journey's own. */
  readonly server: ServerProcess;
  /** A phone that knows nothing yet. What its pages throw and nobody catches fails the journey. */
  readonly take: (options?: PhoneOptions) => Promise<DinerPhone>;
  /** Two phones at one table: the first says how many they are, the second comes straight to the menu. */
  readonly takeTwo: (
    table: number,
    options?: PhoneOptions,
    others?: PhoneOptions,
  ) => Promise<[ann: DinerPhone, mei: DinerPhone]>;
}

let shared: ServerProcess | undefined;

/** Playwright's test, with a server and phones that are put away after it, lest they go on asking beside the next one. */
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
    expect(errors, 'what the pages threw').toEqual([]);
  },
  takeTwo: async ({ take }, give) => {
    await give(async (table, options, others = options) => {
      const [ann, mei] = [await take(options), await take(others)];
      await ann.sit(table);
      await mei.join(table);
      return [ann, mei];
    });
  },
});

/** Of a journey that is slow and seldom fails: it is walked by `npm run test:long`, or where its file is named. */
export const atLength = { tag: '@long' } as const;

/** All journeys of the file, or of the block, have one server. */
export function shareServer(start: () => Promise<ServerProcess> = startTableServer): void {
  test.beforeAll(async () => {
    shared = await start();
  });
  test.afterAll(async () => {
    await shared?.stop();
    shared = undefined;
  });
}
