import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { FirstPlace } from './known-paths.ts';

/** What a server hands out of a build beside its files. */
export interface PhoneBuild {
  readonly html: string;
  /** The document of the restaurant's app. Undefined in an older build: there the phone's own shows it. */
  readonly staffHtml: string | undefined;
  readonly firstCode: FirstCode;
  /** Draws the first of a menu, as text for the page (D69); undefined where a build has none. */
  readonly drawMenu: ((answers: FirstAnswers) => string) | undefined;
  /** The text of `builds/latest.json`; undefined where a build has none. */
  readonly manifest: string | undefined;
}

/** The files of each page's first code, by page and language, as the build has written them. */
type FirstCode = Partial<
  Record<FirstPlace['page'] | 'orderAsking', Partial<Record<FirstPlace['language'], readonly string[]>>>
>;

/** The documents of the apps. Servers hand them out as pages only. */
export const dinersDocument = 'index.html';
export const staffDocument = 'staff.html';

/** A build writes it last: once it is there, everything is. */
export const manifestFile = 'builds/latest.json';

/**
 * Follows the folder into which the phone is built. While it is being built anew, what was there goes on being handed out.
 * @param keep is awaited before a build is handed out for the first time
 * @returns the newest whole build; undefined before there is any
 */
export function followBuilds(
  appDir: string,
  keep: () => Promise<void>,
): () => Promise<PhoneBuild | undefined> {
  let current: PhoneBuild | undefined;
  let seen: number | undefined;
  let taking: Promise<void> | undefined;

  const take = async (at: number): Promise<void> => {
    const build = readBuild(appDir);
    if (!build) return;
    await keep();
    current = build;
    seen = at;
  };
  return async () => {
    const at =
      writtenAt(join(appDir, manifestFile)) ?? (current ? seen : writtenAt(join(appDir, dinersDocument)));
    if (at !== undefined && at !== seen) {
      taking ??= take(at).finally(() => {
        taking = undefined;
      });
      await taking;
    }
    return current;
  };
}

function readBuild(appDir: string): PhoneBuild | undefined {
  const html = textOf(join(appDir, dinersDocument));
  if (html === undefined) return undefined;
  return {
    html,
    staffHtml: textOf(join(appDir, staffDocument)),
    firstCode: firstCodeIn(appDir),
    drawMenu: drawMenuIn(appDir),
    manifest: textOf(join(appDir, manifestFile)),
  };
}

function drawMenuIn(appDir: string): PhoneBuild['drawMenu'] {
  const filename = join(appDir, '.vite', 'draw-menu.cjs');
  const code = textOf(filename);
  if (code === undefined) return undefined;
  try {
    const built: Pick<PhoneBuild, 'drawMenu'> = { drawMenu: undefined };
    // Not imported: tsx would translate it once more and keep both, and what was imported once is never let go.
    compileFunction(code, ['require', 'exports'], { filename })(createRequire(filename), built);
    return built.drawMenu;
  } catch (error) {
    // Said where it is missed; all other pages do without.
    return () => {
      throw error;
    };
  }
}

function firstCodeIn(appDir: string): FirstCode {
  try {
    return JSON.parse(readFileSync(join(appDir, '.vite', 'first-code.json'), 'utf8')) as FirstCode;
  } catch {
    return {};
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** ms since 1970 */
function writtenAt(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}
