/** `npm run import-menu -- FILE` replaces a restaurant's settings, tables and menu with those of a file. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createMistake, type Path } from '#contract/menu-file/mistake.ts';
import { describeMistake } from '#server/menu/menu-file/mistake-words.ts';
import type { Admin } from '#server/back-office/admin/admin.ts';
import { prepareMenu } from '#server/menu/menu-file/to-merchant.ts';
import { openPictures } from '#server/platform/pictures/open-pictures.ts';
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import type { MerchantChange } from '#server/back-office/admin/write-merchant.ts';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import { describeGuessableCodes } from '#server/ordering/tables/table-code.ts';
import { requireOneWord, runCommand, UsageError } from './admin/command.ts';
import { escapeControls } from './terminal/terminal-text.ts';

const signs = { added: '+', changed: '~', removed: '-' } as const;

const usage =
  'usage: npm run import-menu -- FILE [--merchant ID] [--dry-run]\n' +
  '  FILE           the menu, YAML or JSON: see examples/menu.yaml\n' +
  '  --merchant ID  the restaurant, in place of merchant.id of the file\n' +
  '  --dry-run      only says what would change';

await runCommand(
  usage,
  { merchant: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async ({ values, positionals, config }) => {
    const name = requireOneWord(positionals, 'FILE');
    const { merchant, 'dry-run': dryRun = false } = values;
    if (merchant !== undefined && !/^(0|[1-9]\d{0,63})$/.test(merchant))
      throw new UsageError(`--merchant takes a number, not "${merchant}"`);
    const menuPath = resolve(name);
    if (!existsSync(menuPath) || !statSync(menuPath).isFile())
      throw new StartError(`there is no file ${name}`);
    const prepared = await prepareMenu({ menuPath, name, files: openPictures(config), merchantId: merchant });
    if (!prepared.ok) return refuse(prepared.mistakes);
    const changes = await runAsAdmin(config, async (admin) => {
      const affected = await admin.findChangedBills(prepared.whole);
      if (affected.bills.length > 0) return affected;
      // Save the pictures first, so that the menu never names a missing one.
      if (!dryRun) for (const picture of prepared.pictures) await picture.save();
      return await admin.writeMerchant(prepared.whole, dryRun);
    });
    if ('bills' in changes) return refuse(describeBills(changes, prepared));
    console.log(changeLines(prepared.whole, changes, dryRun).join('\n'));
    const given = prepared.whole.tables.filter(({ qrcodeId }) => qrcodeId !== '');
    const warning = describeGuessableCodes(given);
    if (warning !== undefined) console.error(escapeControls(warning));
    return 0;
  },
);

/** Says at each changed field which bills are open. */
function describeBills(
  { terms, bills }: Awaited<ReturnType<Admin['findChangedBills']>>,
  { whole, placeOf }: { readonly whole: WholeMerchant; placeOf(path: Path): string },
): string[] {
  const names = bills.map(({ tableName, serial }) => `${tableName ?? 'to go'} #${serial}`).join(', ');
  return terms.map((term) => {
    const path = ['merchant', term === 'taxes' && !whole.taxes ? 'taxRate' : term];
    return `${placeOf(path)}: ${describeMistake(createMistake(path, 'billsOpen', { names }), 'en-US')}`;
  });
}

function refuse(mistakes: readonly string[]): number {
  for (const line of mistakes) console.error(escapeControls(line));
  const count = mistakes.length === 1 ? '1 mistake' : `${mistakes.length} mistakes`;
  console.error(`${count}: nothing was imported`);
  return 1;
}

function changeLines(whole: WholeMerchant, changes: readonly MerchantChange[], dryRun: boolean): string[] {
  const title = `merchant ${whole.id} (${whole.shortName['en-US']})`;
  if (changes.length === 0) return [escapeControls(`${title}: nothing changed`)];
  const lines = changes.map(({ kind, what, id, name, facts }) => {
    const named = name === '' || name === id ? `${what} ${id}` : `${what} ${id} (${name})`;
    return `  ${signs[kind]} ${named}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`;
  });
  const counts = (['added', 'changed', 'removed'] as const)
    .map((kind) => `${changes.filter((change) => change.kind === kind).length} ${kind}`)
    .join(', ');
  return [`${title}:`, ...lines, dryRun ? `${counts} (dry run: nothing was written)` : counts].map(
    escapeControls,
  );
}
