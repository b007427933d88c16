import first from './first.ts';
import later from './later.ts';

/** Every text of the app in English: the type of all other languages. */
const enUS = { ...first, ...later };

export default enUS;
