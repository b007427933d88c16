import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What whoever runs the site has set; the phone reads it out of its page. */
export interface SiteConfig {
  /** Where the phones reach this server; undefined: under whatever name they use. */
  readonly origin: string | undefined;
  readonly redirects: Readonly<Record<string, string>>;
  readonly allowedOrigins: readonly string[];
  readonly apiBase?: string | undefined;
  readonly behaviourLog?: { readonly url: string; readonly environment: string } | undefined;
}

const placeholder = /(<script id="site-config" type="application\/json">)(<\/script>)/;

/** The phone's one document with the site's configuration in it; undefined while it is not built. Read anew when built anew. */
export function phonePage(appDir: string, site: SiteConfig): () => string | undefined {
  const path = join(appDir, 'index.html');
  // "</script>" in a value must not end the element.
  const json = JSON.stringify(site).replaceAll('<', String.raw`\u003c`);
  let kept: { readonly changedAt: number; readonly html: string } | undefined;
  return () => {
    try {
      const changedAt = statSync(path).mtimeMs;
      if (kept?.changedAt !== changedAt)
        kept = {
          changedAt,
          html: readFileSync(path, 'utf8').replace(
            placeholder,
            (_, open: string, close: string) => open + json + close,
          ),
        };
      return kept.html;
    } catch {
      return undefined;
    }
  };
}
