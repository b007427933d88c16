/** `npx tsx dev/sounds/make-sound-table.ts`: writes the sounds of Chinese characters that the search knows. */
import { writeFileSync } from 'node:fs';
import { soundTable } from './sound-table.ts';

const path = new URL('#projections/menu/search/sound-table.ts', import.meta.url);
writeFileSync(path, soundTable());
