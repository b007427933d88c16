/** `npm run -s export-menu -- MERCHANT` writes a restaurant as a menu file for `import-menu`. */
import { existsSync, writeFileSync } from 'node:fs';
import { exportMenu } from '#server/menu/menu-file/export-menu.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import { requireOneWord, runCommand, requireMerchant } from './admin/command.ts';

const usage =
  'usage: npm run -s export-menu -- MERCHANT [--out FILE]\n' +
  '  MERCHANT    the id of a restaurant\n' +
  '  --out FILE  writes to a file instead of printing';

await runCommand(usage, { out: { type: 'string' } }, async ({ values: { out }, positionals, config }) => {
  const id = requireOneWord(positionals, 'MERCHANT');
  const whole = await runAsAdmin(config, async (admin) => await requireMerchant(admin, id));
  if (out === undefined) {
    process.stdout.write(exportMenu(whole));
    return;
  }
  if (existsSync(out)) throw new StartError(`${out} is there already`);
  writeFileSync(out, exportMenu(whole));
  console.log(`merchant ${id} is written to ${out}`);
});
