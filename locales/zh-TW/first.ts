import common from './common.ts';
import menu from './menu.ts';

/** The texts of the menu's page, and those of all pages. A phone loads them first. */
export default { common, menu };
