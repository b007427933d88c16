/** `npm run staff-code`: an address that is good once, to set another restaurant up or to get into one as its owner. */
import { withAdmin } from '#server/back-office/admin/open-admin.ts';
import { ownerPath, setUpPath } from '#server/platform/lifecycle/banner.ts';
import { merchantOf, onlyWord, runCommand } from './operator/command.ts';

const usage =
  'usage: npm run staff-code -- [MERCHANT]\n' +
  '  without MERCHANT  an address where another restaurant is set up\n' +
  '  MERCHANT          an address where its owner gets in without password or PIN';

await runCommand(usage, {}, async ({ positionals, config }) => {
  const id = positionals.length === 0 ? null : onlyWord(positionals, 'MERCHANT');
  const code = await withAdmin(config, async (operator) => {
    if (id !== null) await merchantOf(operator, id);
    return await operator.accessCode(id);
  });
  const origin = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${config.port}`;
  console.log(`Good once, for a day: ${origin}${id === null ? setUpPath(code) : ownerPath(code)}`);
});
