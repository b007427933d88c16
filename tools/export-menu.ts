/** `npm run -s export-menu -- MERCHANT`: a restaurant as the file that `import-menu` reads. */
import { existsSync, writeFileSync } from 'node:fs';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { withAdmin } from '#server/back-office/admin/open-admin.ts';
import { onlyWord, runCommand, merchantOf } from './operator/command.ts';

const usage =
  'usage: npm run -s export-menu -- MERCHANT [--out FILE]\n' +
  '  MERCHANT    the id of a restaurant\n' +
  '  --out FILE  writes there instead of printing';

await runCommand(usage, { out: { type: 'string' } }, async ({ values: { out }, positionals, config }) => {
  const id = onlyWord(positionals, 'MERCHANT');
  const whole = await withAdmin(config, async (operator) => await merchantOf(operator, id));
  if (out === undefined) {
    process.stdout.write(exportMenu(whole));
    return;
  }
  if (existsSync(out)) throw new StartError(`${out} is there already`);
  writeFileSync(out, exportMenu(whole));
  console.log(`merchant ${id} is written to ${out}`);
});
