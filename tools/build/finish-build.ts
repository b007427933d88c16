import { mkdir, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/**
 * It holds the build's id. Phones poll it for new versions. A server takes a build as complete once the file is
 * there.
 */
const manifestFile = 'builds/latest.json';

/**
 * Completes a build: writes its id once all files are there, and then deletes the files of the previous build. Until
 * then a running server still has the files that it serves.
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

/** False for a folder outside the repository, which may hold other files. */
function isOwn(folder: string, root: string): boolean {
  const path = relative(root, folder);
  return path !== '' && !path.startsWith('..');
}

/** Deletes the files that this build has not written, and folders that become empty. */
async function sweep(folder: string, startedAt: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await sweep(path, startedAt);
      if ((await readdir(path)).length === 0) await rmdir(path);
    } else if ((await stat(path)).mtimeMs < startedAt) await rm(path);
  }
}
