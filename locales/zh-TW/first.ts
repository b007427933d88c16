import common from './common.ts';
import menu from './menu.ts';

/** What the menu's page shows, and what stands on every page. */
export default { common, menu };
