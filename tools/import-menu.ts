/** `npm run import-menu -- FILE`: makes a restaurant's settings, tables and menu the same as a file. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { prepareMenu } from '#server/menu-file/prepare-menu.ts';
import { withOperator } from '#server/operator/open-operator.ts';
import { StartError } from '#server/process/start-error.ts';
import { changeLines } from './operator/change-lines.ts';
import { onlyWord, runCommand, UsageError } from './operator/command.ts';

const usage =
  'usage: npm run import-menu -- FILE [--merchant ID] [--dry-run]\n' +
  '  FILE           the menu, YAML or JSON: see examples/menu.yaml\n' +
  '  --merchant ID  the restaurant, in place of merchant.id of the file\n' +
  '  --dry-run      only says what would change';

await runCommand(
  usage,
  { merchant: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async ({ values, positionals, config }) => {
    const name = onlyWord(positionals, 'FILE');
    const { merchant, 'dry-run': dryRun = false } = values;
    if (merchant !== undefined && !/^(0|[1-9]\d{0,63})$/.test(merchant))
      throw new UsageError(`--merchant takes a number, not "${merchant}"`);
    const menuPath = resolve(name);
    if (!existsSync(menuPath) || !statSync(menuPath).isFile())
      throw new StartError(`there is no file ${name}`);
    const prepared = await prepareMenu({ menuPath, name, dataDir: config.dataDir, merchantId: merchant });
    if (!prepared.ok) return refuse(prepared.mistakes);
    const changes = await withOperator(config, async (operator) => {
      // The pictures first: the menu never names one that is not there.
      if (!dryRun) for (const picture of prepared.pictures) await picture.save();
      return await operator.writeMerchant(prepared.whole, dryRun);
    });
    console.log(changeLines(prepared.whole, changes, dryRun).join('\n'));
    return 0;
  },
);

function refuse(mistakes: readonly string[]): number {
  for (const line of mistakes) console.error(line);
  const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
  console.error(`${count}: nothing was imported`);
  return 1;
}
