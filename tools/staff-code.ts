/** `npm run staff-code` prints a link that works once: to set up another restaurant, or to log in as an owner. */
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import { composeOwnerPath, setUpPath } from '#server/platform/lifecycle/banner.ts';
import { requireMerchant, requireOneWord, runCommand } from './admin/command.ts';

const usage =
  'usage: npm run staff-code -- [MERCHANT]\n' +
  '  without MERCHANT  prints a link that sets up another restaurant\n' +
  '  MERCHANT          prints a link that logs its owner in without password or PIN';

await runCommand(usage, {}, async ({ positionals, config }) => {
  const id = positionals.length === 0 ? null : requireOneWord(positionals, 'MERCHANT');
  const code = await runAsAdmin(config, async (admin) => {
    if (id !== null) await requireMerchant(admin, id);
    return await admin.createAccessCode(id);
  });
  const origin = config.publicUrl ?? `${config.tls ? 'https' : 'http'}://localhost:${config.port}`;
  console.log(
    `This link works once, within a day: ${origin}${id === null ? setUpPath(code) : composeOwnerPath(code)}`,
  );
});
