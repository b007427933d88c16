import type { WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import type { Change } from '#server/operator/write-merchant.ts';
import { harmless } from '#tools/terminal/terminal-text.ts';

const signs = { added: '+', changed: '~', removed: '-' } as const;

/** What an import did, a line each, and the sum. */
export function changeLines(whole: WholeMerchant, changes: readonly Change[], dryRun: boolean): string[] {
  const title = `merchant ${whole.id} (${whole.shortName['en-US']})`;
  if (changes.length === 0) return [harmless(`${title}: nothing changed`)];
  const lines = changes.map(({ kind, what, id, name, facts }) => {
    const named = name === '' || name === id ? `${what} ${id}` : `${what} ${id} (${name})`;
    return `  ${signs[kind]} ${named}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`;
  });
  const counts = (['added', 'changed', 'removed'] as const)
    .map((kind) => `${changes.filter((change) => change.kind === kind).length} ${kind}`)
    .join(', ');
  return [`${title}:`, ...lines, dryRun ? `${counts} (dry run: nothing was written)` : counts].map(harmless);
}
