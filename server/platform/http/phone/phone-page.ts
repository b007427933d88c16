import { createHash } from 'node:crypto';
import { keepNewest } from '#server/platform/keep-newest.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { FirstPlace } from './known-paths.ts';
import type { PhoneBuild } from './phone-build.ts';

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
  /** True for a page of the restaurant's app. */
  readonly isStaff?: boolean | undefined;
  /** Of the address. */
  readonly language: LanguageCode;
  readonly place?: FirstPlace | undefined;
  readonly answers?: FirstAnswers | undefined;
}

const head = '</head>';
/** Screen readers and translators go by it before the app runs. */
const documentLanguage = /(<html lang=")[^"]*(")/;
const element = (id: string) => new RegExp(`(<script id="${id}" type="application/json">)(</script>)`);
const configPlace = element('site-config');
const answersPlace = element('first-answers');
/** Behind it the document has room for the drawn menu. */
const menuPlace = '<!--first-menu-->';

/** The only script of the document that is no file of its own. */
const inlineScript = /<script>([\s\S]*?)<\/script>/;

interface PhonePage {
  readonly html: string;
  /** Of the script in the document, as a source in a `Content-Security-Policy`; undefined when there is none. */
  readonly scriptSource: string | undefined;
}

/** Makes the phone's document with the site's configuration in it, and what belongs to the page that is asked for. */
export function phonePage(
  site: SiteConfig,
  warn: (error: unknown) => void,
): (build: PhoneBuild, own: OwnPart) => PhonePage {
  const drawn = menuDrawer(warn);
  const documentOf = (html: string): PhonePage => ({
    html: withJson(html, configPlace, site),
    scriptSource: scriptSourceIn(html),
  });
  let kept: { readonly of: PhoneBuild; readonly diners: PhonePage; readonly staff: PhonePage } | undefined;
  return (build, { isStaff = false, language, place, answers }) => {
    if (kept?.of !== build)
      kept = {
        of: build,
        diners: documentOf(build.html),
        staff: documentOf(build.staffHtml ?? build.html),
      };
    const { html: document, scriptSource } = isStaff ? kept.staff : kept.diners;
    const code = place?.page === 'order' && answers === undefined ? 'orderAsking' : place?.page;
    const files = (place && code && build.firstCode[code]?.[place.language]) ?? [];
    const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
    const named = document.replace(documentLanguage, `$1${language}$2`);
    const html = links ? named.replace(head, () => links + head) : named;
    if (answers === undefined) return { html, scriptSource };
    const menu = drawn(build, answers);
    const withMenu = menu === undefined ? html : html.replace(menuPlace, () => menuPlace + menu);
    return { html: withJson(withMenu, answersPlace, answers), scriptSource };
  };
}

/** So many menus are kept as they were drawn. */
const keptMenus = 100;

/** Draws each menu once for as long as it stays as it is. */
function menuDrawer(
  warn: (error: unknown) => void,
): (build: PhoneBuild, answers: FirstAnswers) => string | undefined {
  const kept = new Map<
    string,
    { readonly build: PhoneBuild; readonly of: string; readonly html: string | undefined }
  >();
  return (build, answers) => {
    if (!build.drawMenu) return undefined;
    const key = `${answers.language} ${answers.merchantId}`;
    const of = JSON.stringify([answers.merchant, answers.menu]);
    const known = kept.get(key);
    if (known?.build === build && known.of === of) return known.html;
    let html: string | undefined;
    try {
      html = build.drawMenu(answers);
    } catch (error) {
      warn(error);
    }
    keepNewest(kept, key, { build, of, html }, keptMenus);
    return html;
  };
}

function scriptSourceIn(html: string): string | undefined {
  const script = inlineScript.exec(html)?.[1];
  return script === undefined
    ? undefined
    : `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** "</script>" in a value must not end the element. */
function withJson(html: string, place: RegExp, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return html.replace(place, (_, open: string, close: string) => open + json + close);
}
