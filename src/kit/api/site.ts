import { readSiteConfig } from './site-config.ts';

/** Read once: the page does not change while it stands. */
export const site = readSiteConfig();
