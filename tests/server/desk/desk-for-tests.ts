import { forTests } from '#tests/for-tests.ts';
import { freeTables } from '../../server-cart/table-phone.ts';
import { fakeClock, sharedServer } from '../server-under-test.ts';

/** A server with a clock of its own, a till of the first demo restaurant, and tables at which nobody sits. */
export function deskForTests(environment: NodeJS.ProcessEnv = {}) {
  const clock = fakeClock();
  const server = sharedServer({
    clock,
    environment: {
      STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }),
      // One till does here in seconds what takes an evening.
      REQUESTS_PER_MINUTE: '0',
      ...environment,
    },
  });
  const till = forTests(async () => await server.till());
  return { clock, server, till, freeTable: freeTables(server) };
}
