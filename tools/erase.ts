/** `npm run erase -- --member PHONE` removes a person from everything that is stored, and searches for traces. */
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import { runCommand, UsageError } from './admin/command.ts';

const usage =
  'usage: npm run erase -- --member PHONE\n' +
  '  PHONE  the ten-digit number with which the member logs in; erases them at every restaurant of this database';

await runCommand(
  usage,
  { member: { type: 'string' } },
  async ({ values: { member }, positionals, config }) => {
    if (positionals.length > 0) throw new UsageError(`"${positionals.join(' ')}" is too much`);
    if (member === undefined) throw new UsageError('--member is missing');
    const { accounts, events, orders, left } = await runAsAdmin(
      config,
      async (admin) => await admin.eraseMember(member),
    );
    console.log(
      `${accounts} accounts emptied; ${events} changes of carts and ${orders} orders without name and notes`,
    );
    if (left.length > 0) {
      console.error(`still found in ${[...new Set(left)].join(', ')}`);
      return 1;
    }
    console.log(
      'every text of the database was searched for the number and the mail address: they are nowhere',
    );
    console.log('Backups and logs of the server that were made before still have them.');
    return 0;
  },
);
