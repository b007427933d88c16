import { languageCodes } from '#contract/http/headers.ts';
import { getLocalePrefix, routes } from '#ui/routes/routes.ts';

const patterns = Object.values(routes).map((route) => route.replaceAll(/:\w+/g, '[^/]+').replace(/^\/$/, ''));
const prefixes = languageCodes.map(getLocalePrefix);
const known = new RegExp(`^(?:${prefixes.join('|')})(?:${patterns.join('|')})/?$`);

/** True for the path of one of the diners' pages, in any language. */
export function isDinersPage(pathname: string): boolean {
  return known.test(pathname);
}
