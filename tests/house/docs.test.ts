/** Names in docs exist: linked pages and headings, files, npm commands, environment variables and identifiers of the code. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { comments, projectFiles, readText } from './citations.ts';

const files = projectFiles();
const pages = files.filter((path) => path.endsWith('.md')).map((path) => ({ path, text: readText(path) }));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const fileNames = new Set(files.map((path) => basename(path)));
const isCode = (path: string) => /\.(?:tsx?|mjs|css|json|jsonl|sql|ya?ml)$/.test(path);
/** The words of the code without comments, which may keep a name after the code has lost it. */
const wordsOfCode = new Set(
  files
    .filter((path) => isCode(path) && !/^package-lock|^tests\/house\//.test(path))
    .flatMap(
      (path) =>
        readText(path)
          .replaceAll(comments, ' ')
          .match(/[\w$]+/g) ?? [],
    ),
);
/** These files read the environment. */
const readers = files
  .filter((path) => /\.(?:ts|mjs|yaml)$|^Dockerfile$/.test(path))
  .map(readText)
  .join('\n');

/** What a page says between backticks, inside its paragraphs and tables. */
const listCode = (text: string) =>
  [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

/** GitHub's anchor of each heading. */
function listAnchors(text: string): string[] {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)];
  return headings.map(([, words]) =>
    words!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const listMissing = (find: (page: (typeof pages)[number]) => readonly string[]) =>
  pages.flatMap((page) => find(page).map((name) => `${page.path}: ${name}`));

test('the check finds the pages', () => expect(pages.length).toBeGreaterThan(10));

test('each link leads to a file and a heading', () => {
  const broken = listMissing(({ path, text }) => {
    const links = [...text.matchAll(/(?:\]\(|src="|srcset=")([^)"\s]+)/g)].map(([, target]) => target!);
    return links.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const to = file === '' ? path : normalize(join(dirname(path), file));
      if (!existsSync(to)) return true;
      return anchor !== undefined && !listAnchors(readText(to)).includes(anchor);
    });
  });
  expect(broken).toEqual([]);
});

test('each named file exists', () => {
  const folder =
    /^(?:\.\.?\/)*(?:client|contract|demo|deploy|dev|docs|e2e|events|examples|locales|projections|server|src|staff|sync|testing|tests|tools|ui)\//;
  const isPlaceholder = (name: string) => /[{}*…]|\bNN\b|NAME|FILE|ID\b/.test(name);
  const gone = listMissing(({ path, text }) =>
    listCode(/^docs\/|^(?:README|CONTRIBUTING|SECURITY)\.md$/.test(path) ? text : '')
      .flatMap((code) => code.split(' '))
      .filter((name) => !isPlaceholder(name))
      .filter((name) => {
        if (folder.test(name)) return !existsSync(name) && !existsSync(join(dirname(path), name));
        return /^[\w.-]+\.(?:tsx?|mjs|md)$/.test(name) && !fileNames.has(name);
      }),
  );
  expect(gone).toEqual([]);
});

test('each npm command is a script of package.json', () => {
  const unknown = listMissing(({ text }) =>
    [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)]
      .map(([, name]) => name!)
      .filter((name) => !(name in scripts)),
  );
  expect(unknown).toEqual([]);
});

test('each variable is read by some program', () => {
  // The changelog names variables that are gone.
  const unread = listMissing(({ path, text }) =>
    [...(path === 'CHANGELOG.md' ? '' : text).matchAll(/\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g)]
      .map(([, name]) => name!)
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(readers)),
  );
  expect(unread).toEqual([]);
});

/** `itemAdded` or `StepContext`. A name before `…` is the beginning of several: `requestsOf…` stands for `requestsOfDiner`. */
const listIdentifiers = (text: string) =>
  listCode(text).flatMap((code) => code.match(/(?<![\w$-])[A-Za-z]\w*[a-z\d][A-Z]\w*…?/g) ?? []);
const beginsWord = (start: string) => [...wordsOfCode].some((word) => word.startsWith(start));

test('each identifier is one of the code', () => {
  const gone = listMissing(({ path, text }) =>
    // The changelog names identifiers that are gone.
    listIdentifiers(path === 'CHANGELOG.md' ? '' : text).filter((name) =>
      name.endsWith('…') ? !beginsWord(name.slice(0, -1)) : !wordsOfCode.has(name),
    ),
  );
  expect(gone).toEqual([]);
});

test('an identifier that a page places in a file stands in that file', () => {
  const places = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`(\w+)`\s+(?:in|of)\s+`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name, file]) => ({
      place: `${path}: ${name} in ${file}`,
      isRight: files.some(
        (each) =>
          (each === file || basename(each) === file) && new RegExp(`\\b${name}\\b`).test(readText(each)),
      ),
    })),
  );
  expect(places.length).toBeGreaterThan(5);
  expect(places.filter(({ isRight }) => !isRight).map(({ place }) => place)).toEqual([]);
});

test('the reader of identifiers finds camel case, and neither plain words nor variables', () => {
  expect(listIdentifiers('`itemAdded`, `a StepContext`, `requestsOf…`, itemGone, `beforeX.ts`')).toEqual([
    'itemAdded', 'StepContext', 'requestsOf…', 'beforeX',
  ]); // prettier-ignore
  expect(listIdentifiers('`PORT`, `event`, `TLS_CERT`, `en-US`, `npm run replay`')).toEqual([]);
});
