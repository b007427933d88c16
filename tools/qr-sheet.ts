/** `npm run qr-sheet -- MERCHANT` writes a printable sheet with a card for each table and its QR code. */
import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { StartError } from '#server/platform/lifecycle/start-error.ts';
import { runAsAdmin } from '#server/back-office/admin/open-admin.ts';
import { describeGuessableCodes } from '#server/ordering/tables/table-code.ts';
import { escapeControls } from './terminal/terminal-text.ts';
import { requireOneWord, runCommand, UsageError, requireMerchant } from './admin/command.ts';
import { layOutCards, createCards } from '#server/back-office/settings/sheet/layout.ts';
import { findDrawer } from '#server/platform/pdf/outline.ts';
import { createPdf } from '#server/platform/pdf/create-pdf.ts';
import { composeSheetTitle } from '#server/back-office/settings/sheet/sheet.ts';
import { createSvgPage } from '#server/back-office/settings/sheet/svg.ts';

const usage =
  'usage: npm run qr-sheet -- MERCHANT [--out FILE] [--base-url URL] [--font FILE]\n' +
  '  MERCHANT        the id of a restaurant\n' +
  '  --out FILE      a .pdf, or an .svg for each page; default qr-MERCHANT.pdf\n' +
  '  --base-url URL  where phones reach the server, like https://order.example; default PUBLIC_URL\n' +
  '  --font FILE     a font with Chinese characters, for names; default: a font of the system';

await runCommand(
  usage,
  { out: { type: 'string' }, 'base-url': { type: 'string' }, font: { type: 'string' } },
  async ({ values, positionals, config }) => {
    const id = requireOneWord(positionals, 'MERCHANT');
    const { out = `qr-${id}.pdf`, font } = values;
    const kind = extname(out).toLowerCase();
    if (kind !== '.pdf' && kind !== '.svg') throw new UsageError(`--out must end with .pdf or .svg, not "${out}"`);
    const base = baseOf(values['base-url'] ?? config.publicUrl);
    const whole = await runAsAdmin(config, async (admin) => await requireMerchant(admin, id));
    if (whole.tables.length === 0) throw new StartError(`merchant ${id} has no tables`);
    const cards = createCards(whole, base);
    const warning = describeGuessableCodes(whole.tables);
    if (warning !== undefined) console.error(escapeControls(warning));
    const { pages, missing } = layOutCards(cards, { draw: findDrawer(font), leaveToReader: kind === '.svg' });
    const tables = missing.filter((text) => cards.some(({ table }) => table === text));
    if (tables.length > 0)
      throw new StartError(`no font here has the signs of ${tables.join(', ')}: give one with --font FILE, or write an .svg`);
    if (missing.length > 0)
      console.error(escapeControls(`Left off, as no font here has the signs: ${missing.join(', ')}. Give one with --font FILE.`));
    const files: string[] = [];
    if (kind === '.pdf') {
      writeFileSync(out, await createPdf(composeSheetTitle(whole), pages));
      files.push(out);
    } else
      for (const [index, marks] of pages.entries()) {
        const file = pages.length === 1 ? out : `${out.slice(0, -kind.length)}-${index + 1}${kind}`;
        writeFileSync(file, createSvgPage(marks));
        files.push(file);
      }
    console.log(`${cards.length} ${cards.length === 1 ? 'table' : 'tables'}, from ${cards[0]!.link}: ${files.join(', ')}`);
  },
); // prettier-ignore

function baseOf(url: string | undefined): string {
  if (url === undefined)
    throw new UsageError('where do phones reach the server? Give --base-url https://…, or set PUBLIC_URL');
  const given = URL.canParse(url) ? new URL(url) : undefined;
  if (!given || !['http:', 'https:'].includes(given.protocol) || given.pathname !== '/')
    throw new UsageError(`--base-url must be like https://order.example, not "${url}"`);
  return given.origin;
}
