import type { Texts } from '../texts.ts';
import first from './first.ts';
import later from './later.ts';

/** Every text of the app in Traditional Chinese as used in Taiwan. */
const zhTW: Texts = { ...first, ...later };

export default zhTW;
