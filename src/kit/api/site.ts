import * as z from 'zod/mini';

/** What whoever runs the site has set; the server writes it into the page. */
export interface SiteConfig {
  /** Where this app is reached. */
  readonly origin: string;
  /** CN8: path without the locale's prefix → path, or address of another site. */
  readonly redirects: Readonly<Record<string, string>>;
  /** CN8: other sites that the app may lead to. */
  readonly allowedOrigins: readonly string[];
  /** Base of the merchant API, without a slash at its end; empty: the origin of the page. */
  readonly apiBase: string;
  /** Where behaviour events go; undefined: nowhere. */
  readonly behaviourLog: BehaviourLogConfig | undefined;
}

export interface BehaviourLogConfig {
  /** Address or path of a collector. */
  readonly url: string;
  /** What this installation is called there, e.g. `production`. */
  readonly environment: string;
}

const schema = z.object({
  origin: z.optional(z.string()),
  redirects: z.optional(z.record(z.string(), z.string())),
  allowedOrigins: z.optional(z.array(z.string())),
  apiBase: z.optional(z.string()),
  behaviourLog: z.optional(z.object({ url: z.string(), environment: z.string() })),
});

/** The id of the element that holds it, as JSON. */
const siteConfigId = 'site-config';

/** Reads it from the page; what is missing or broken counts as not set. */
function readSiteConfig(): SiteConfig {
  const text = document.getElementById(siteConfigId)?.textContent?.trim();
  const nothing: SiteConfig = {
    origin: location.origin,
    redirects: {},
    allowedOrigins: [],
    apiBase: '',
    behaviourLog: undefined,
  };
  if (!text) return nothing;
  try {
    const { behaviourLog, ...values } = z.parse(schema, JSON.parse(text));
    return { ...nothing, ...values, behaviourLog };
  } catch (error) {
    console.warn('the site’s configuration can not be read', error);
    return nothing;
  }
}

/** Read once: the page does not change while it stands. */
export const site = readSiteConfig();
