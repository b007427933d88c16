import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { FirstPlace } from './known-paths.ts';

/** The parts of a build from which the server makes pages. */
export interface PhoneBuild {
  readonly html: string;
  /** The document of the staff app. Undefined in an older build, where the diners' document contains it. */
  readonly staffHtml: string | undefined;
  readonly firstCode: FirstCode;
  /** Renders the top of a menu as HTML for the page. Undefined if the build has no such function. */
  readonly drawMenu: ((answers: FirstAnswers) => string) | undefined;
  /** The text of `builds/latest.json`. Undefined if the build has none. */
  readonly manifest: string | undefined;
}

/** The files that each page loads first, by page and language, as listed by the build. */
type FirstCode = Partial<
  Record<FirstPlace['page'] | 'orderAsking', Partial<Record<FirstPlace['language'], readonly string[]>>>
>;

/** The documents of the apps. The server serves them only as pages. */
export const dinersDocument = 'index.html';
export const staffDocument = 'staff.html';

/** A build writes this file last, so the build is complete when it exists. */
export const manifestFile = 'builds/latest.json';

/**
 * Watches the folder of the build. While a new build is written, the previous one stays in use.
 *
 * @param store is awaited before a build is used for the first time, so that other servers have its files before any
 *   phone knows their names
 * @returns a function that returns the newest complete build, or undefined if there is none
 */
export function followBuilds(
  appDir: string,
  store: () => Promise<void>,
): () => Promise<PhoneBuild | undefined> {
  let current: PhoneBuild | undefined;
  let loadedAt: number | undefined;
  let loading: Promise<void> | undefined;

  const load = async (at: number): Promise<void> => {
    const build = readBuild(appDir);
    if (!build) return;
    await store();
    current = build;
    loadedAt = at;
  };
  return async () => {
    const at =
      readWriteTime(join(appDir, manifestFile)) ??
      (current ? loadedAt : readWriteTime(join(appDir, dinersDocument)));
    if (at !== undefined && at !== loadedAt) {
      loading ??= load(at).finally(() => {
        loading = undefined;
      });
      await loading;
    }
    return current;
  };
}

function readBuild(appDir: string): PhoneBuild | undefined {
  const html = readText(join(appDir, dinersDocument));
  if (html === undefined) return undefined;
  return {
    html,
    staffHtml: readText(join(appDir, staffDocument)),
    firstCode: readFirstCode(appDir),
    drawMenu: loadDrawMenu(appDir),
    manifest: readText(join(appDir, manifestFile)),
  };
}

function loadDrawMenu(appDir: string): PhoneBuild['drawMenu'] {
  const filename = join(appDir, '.vite', 'draw-menu.cjs');
  const code = readText(filename);
  if (code === undefined) return undefined;
  try {
    const built: Pick<PhoneBuild, 'drawMenu'> = { drawMenu: undefined };
    // An import is not an option. Node would never free it, and tsx would compile it again.
    compileFunction(code, ['require', 'exports'], { filename })(createRequire(filename), built);
    return built.drawMenu;
  } catch (error) {
    // The error is thrown and logged when a menu is drawn. All other pages work without this function.
    return () => {
      throw error;
    };
  }
}

function readFirstCode(appDir: string): FirstCode {
  try {
    return JSON.parse(readFileSync(join(appDir, '.vite', 'first-code.json'), 'utf8')) as FirstCode;
  } catch {
    return {};
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the time in ms since 1970, or undefined if the file does not exist. */
function readWriteTime(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
