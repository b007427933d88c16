import * as z from 'zod/mini';

/** What whoever runs the site has set; the server writes it into the page. */
export interface SiteConfig {
  /** Where this app is reached. */
  readonly origin: string;
  /** Rule 7: path without the locale's prefix → path, or address of another site. */
  readonly redirects: Readonly<Record<string, string>>;
  /** Rule 7: other sites that the app may lead to. */
  readonly allowedOrigins: readonly string[];
}

const schema = z.object({
  origin: z.optional(z.string()),
  redirects: z.optional(z.record(z.string(), z.string())),
  allowedOrigins: z.optional(z.array(z.string())),
});

/** The id of the element that holds it, as JSON. */
export const siteConfigId = 'site-config';

/** Reads it from the page; what is missing or broken counts as not set. */
export function readSiteConfig(): SiteConfig {
  const text = document.getElementById(siteConfigId)?.textContent?.trim();
  const nothing: SiteConfig = { origin: location.origin, redirects: {}, allowedOrigins: [] };
  if (!text) return nothing;
  try {
    const { origin, redirects, allowedOrigins } = z.parse(schema, JSON.parse(text));
    return {
      origin: origin ?? nothing.origin,
      redirects: redirects ?? {},
      allowedOrigins: allowedOrigins ?? [],
    };
  } catch (error) {
    console.warn('the site’s configuration can not be read', error);
    return nothing;
  }
}
