/** `npx tsx dev/sounds/make-sound-table.ts` writes the table of Chinese sounds that the search uses. */
import { writeFileSync } from 'node:fs';
import { buildSoundTable } from './sound-table.ts';

const path = new URL('../../projections/menu/search/sound-table.ts', import.meta.url);
writeFileSync(path, buildSoundTable());
