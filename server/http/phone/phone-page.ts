import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstPlace } from './known-paths.ts';

/** What whoever runs the site has set; the phone reads it out of its page. */
export interface SiteConfig {
  /** Where the phones reach this server; undefined: under whatever name they use. */
  readonly origin: string | undefined;
  readonly redirects: Readonly<Record<string, string>>;
  readonly allowedOrigins: readonly string[];
  readonly apiBase?: string | undefined;
  readonly behaviourLog?: { readonly url: string; readonly environment: string } | undefined;
}

export interface OwnPart {
  readonly place?: FirstPlace | undefined;
  readonly answers?: unknown;
}

/** The files of each page's first code, by page and language, as the build has written them. */
type FirstCode = Partial<
  Record<FirstPlace['page'], Partial<Record<FirstPlace['language'], readonly string[]>>>
>;

const head = '</head>';
const element = (id: string) => new RegExp(`(<script id="${id}" type="application/json">)(</script>)`);
const configPlace = element('site-config');
const answersPlace = element('first-answers');

/** The phone's document with the site's configuration in it; undefined while it is not built. Read anew when built anew. */
export function phonePage(appDir: string, site: SiteConfig): (own?: OwnPart) => string | undefined {
  const path = join(appDir, 'index.html');
  let kept: { readonly changedAt: number; readonly html: string; readonly code: FirstCode } | undefined;
  return ({ place, answers } = {}) => {
    try {
      const changedAt = statSync(path).mtimeMs;
      if (kept?.changedAt !== changedAt) {
        const html = withJson(readFileSync(path, 'utf8'), configPlace, site);
        kept = { changedAt, html, code: firstCodeIn(appDir) };
      }
      const files = (place && kept.code[place.page]?.[place.language]) ?? [];
      const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
      const html = links ? kept.html.replace(head, () => links + head) : kept.html;
      return answers === undefined ? html : withJson(html, answersPlace, answers);
    } catch {
      return undefined;
    }
  };
}

function firstCodeIn(appDir: string): FirstCode {
  try {
    return JSON.parse(readFileSync(join(appDir, '.vite', 'first-code.json'), 'utf8')) as FirstCode;
  } catch {
    return {};
  }
}

/** "</script>" in a value must not end the element. */
function withJson(html: string, place: RegExp, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return html.replace(place, (_, open: string, close: string) => open + json + close);
}
