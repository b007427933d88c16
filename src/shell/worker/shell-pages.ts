import { localePrefix, ownerPages, routes } from '#ui/routes/routes.ts';

const patterns = [
  ...Object.values(routes).map((route) => route.replaceAll(/:\w+/g, '[^/]+').replace(/^\/$/, '')),
  `/staff(?:/(?:${ownerPages.join('|')}|set-up))?`,
];
const prefixes = Object.values(localePrefix);
const known = new RegExp(`^(?:${prefixes.join('|')})(?:${patterns.join('|')})/?$`);

/** True for the path of one of the app's pages, in any language: without a network the shell answers for it. */
export function showsPage(pathname: string): boolean {
  return known.test(pathname);
}
