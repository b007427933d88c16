import type { DataOf } from '#contract/http/call.ts';
import type { exportMenuDraft, MenuFormat } from '#contract/calls/menu-import.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { listCategories } from '#contract/menu-file/menu-tree.ts';
import { exportMenuPart } from '#server/menu/menu-file/export-menu.ts';
import type { Draft } from '../menu-editor/draft.ts';
import { writeJsonLd } from './write-json-ld.ts';
import { writeOwnCsv } from './write-own-csv.ts';
import { writeSquare } from './write-square.ts';

const files: Readonly<Record<MenuFormat, { readonly name: string; readonly mediaType: string }>> = {
  yaml: { name: 'menu.yaml', mediaType: 'application/yaml' },
  csv: { name: 'menu.csv', mediaType: 'text/csv' },
  jsonLd: { name: 'menu.jsonld', mediaType: 'application/ld+json' },
  square: { name: 'menu-square.csv', mediaType: 'text/csv' },
};

/** Writes the menu with its draft. @param language for a format with one language */
export function exportDraft(
  { tree, whole }: Draft,
  format: MenuFormat,
  language: LanguageCode,
): DataOf<typeof exportMenuDraft> {
  const categories = listCategories(tree);
  const write: Readonly<Record<MenuFormat, () => string>> = {
    yaml: () => {
      const stations = tree.stationOrder.flatMap((id) => tree.stations[id] ?? []);
      return exportMenuPart({ ...whole, stations, categories });
    },
    csv: () => writeOwnCsv(categories),
    jsonLd: () => writeJsonLd(categories, { name: whole.shortName, currency: whole.currency }),
    square: () => writeSquare(categories, { language, decimals: whole.decimals }),
  };
  const { name, mediaType } = files[format];
  return { fileName: name, mediaType, text: write[format]() };
}
