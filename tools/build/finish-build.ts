import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/** What phones ask for the newest build's id, and what tells a server that a build is whole. */
const manifestFile = 'builds/latest.json';

/**
 * Ends a build: names it once all of it is there, and takes away what stood in its folder before. Until then a server
 * that runs has the files that it needs.
 */
export function finishBuild(buildId: string): Plugin {
  let config: ResolvedConfig;
  let startedAt = 0;
  return {
    name: 'finish-build',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      startedAt = Date.now();
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler(error) {
        if (error) return;
        const folder = resolve(config.root, config.build.outDir);
        const manifest = join(folder, manifestFile);
        await mkdir(dirname(manifest), { recursive: true });
        await writeFile(manifest, JSON.stringify({ id: buildId }));
        if (isOwn(folder, config.root)) await sweep(folder, startedAt);
      },
    },
  };
}

/** A folder from elsewhere may hold what is not ours. */
function isOwn(folder: string, root: string): boolean {
  const path = relative(root, folder);
  return path !== '' && !path.startsWith('..');
}

/** Takes away the files that this build has not written, and folders that are empty then. */
async function sweep(folder: string, startedAt: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await sweep(path, startedAt);
      if ((await readdir(path)).length === 0) await rmdir(path);
    } else if ((await stat(path)).mtimeMs < startedAt) await rm(path);
  }
}
