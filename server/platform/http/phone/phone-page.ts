import { createHash } from 'node:crypto';
import { keepNewest } from '#server/platform/keep-newest.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { FirstPlace } from './known-paths.ts';
import type { PhoneBuild } from './phone-build.ts';

/** The site's configuration. The app reads it from its page. */
export interface SiteConfig {
  /** The public URL of this server. Undefined: phones use the host name of their page. */
  readonly origin: string | undefined;
  readonly redirects: Readonly<Record<string, string>>;
  readonly allowedOrigins: readonly string[];
  readonly apiBase?: string | undefined;
  readonly behaviourLog?: { readonly url: string; readonly environment: string } | undefined;
}

/** The parts of a page that depend on its path. */
export interface OwnPart {
  /** Whether the page belongs to the staff app. */
  readonly isStaff?: boolean | undefined;
  readonly language: LanguageCode;
  readonly place?: FirstPlace | undefined;
  readonly answers?: FirstAnswers | undefined;
  /** The menu to draw on a page that does not need the answers. */
  readonly drawn?: FirstAnswers | undefined;
}

const head = '</head>';
/** Screen readers and translators use this language before the app runs. */
const documentLanguage = /(<html lang=")[^"]*(")/;
const createElementPattern = (id: string) =>
  new RegExp(`(<script id="${id}" type="application/json">)(</script>)`);
const configPlace = createElementPattern('site-config');
const answersPlace = createElementPattern('first-answers');
/** The drawn menu is inserted after this comment. */
const menuPlace = '<!--first-menu-->';

/** The tags that load the app's code, and the end of the drawn menu. */
const codeTags = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;
const afterMenu = '<div id="missing"';

/** The document's only inline script. */
const inlineScript = /<script>([\s\S]*?)<\/script>/;

interface PhonePage {
  readonly html: string;
  /** The source of the inline script for a `Content-Security-Policy`. Undefined if the document has none. */
  readonly scriptSource: string | undefined;
}

/**
 * Returns a function that creates a page from a build's document. It inserts the site's configuration, preload links,
 * the language, and for a menu the first answers and the drawn menu.
 *
 * @param warn called if a menu could not be drawn
 */
export function createPhonePage(
  site: SiteConfig,
  warn: (error: unknown) => void,
): (build: PhoneBuild, own: OwnPart) => PhonePage {
  const drawMenu = createMenuDrawer(warn);
  const createDocument = (html: string): PhonePage => ({
    html: insertJson(html, configPlace, site),
    scriptSource: hashInlineScript(html),
  });
  let cached: { readonly of: PhoneBuild; readonly diners: PhonePage; readonly staff: PhonePage } | undefined;
  return (build, { isStaff = false, language, place, answers, drawn = answers }) => {
    if (cached?.of !== build)
      cached = {
        of: build,
        diners: createDocument(build.html),
        staff: createDocument(build.staffHtml ?? build.html),
      };
    const { html: document, scriptSource } = isStaff ? cached.staff : cached.diners;
    const code = place?.page === 'order' && answers === undefined ? 'orderAsking' : place?.page;
    const files = (place && code && build.firstCode[code]?.[place.language]) ?? [];
    const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
    const named = document.replace(documentLanguage, `$1${language}$2`);
    const html = links ? named.replace(head, () => links + head) : named;
    const menu = drawn && drawMenu(build, drawn);
    const withMenu = menu === undefined ? html : insertMenu(html, menu);
    return { html: answers ? insertJson(withMenu, answersPlace, answers) : withMenu, scriptSource };
  };
}

/** Inserts a drawn menu. On a slow network the code would delay it, so the code follows it. */
function insertMenu(html: string, menu: string): string {
  const code = html.match(codeTags)?.join('') ?? '';
  return html
    .replace(codeTags, '')
    .replace(menuPlace, () => menuPlace + menu)
    .replace(afterMenu, () => code + afterMenu);
}

/** The size of the cache of drawn menus. */
const maxDrawnMenus = 100;

/** Returns a function that draws a menu once, until the menu or the build changes. */
function createMenuDrawer(
  warn: (error: unknown) => void,
): (build: PhoneBuild, answers: FirstAnswers) => string | undefined {
  const cache = new Map<
    string,
    { readonly build: PhoneBuild; readonly of: string; readonly html: string | undefined }
  >();
  return (build, answers) => {
    if (!build.drawMenu) return undefined;
    const key = `${answers.language} ${answers.merchantId}`;
    const of = JSON.stringify([answers.merchant, answers.menu]);
    const known = cache.get(key);
    if (known?.build === build && known.of === of) return known.html;
    let html: string | undefined;
    try {
      html = build.drawMenu(answers);
    } catch (error) {
      warn(error);
    }
    keepNewest(cache, key, { build, of, html }, maxDrawnMenus);
    return html;
  };
}

function hashInlineScript(html: string): string | undefined {
  const script = inlineScript.exec(html)?.[1];
  return script === undefined
    ? undefined
    : `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** Escapes `<`, because "</script>" in a value would end the element. */
function insertJson(html: string, place: RegExp, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return html.replace(place, (_, open: string, close: string) => open + json + close);
}
