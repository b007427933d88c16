import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Files worth compressing. Pictures and fonts are compressed already, and source maps are not part of a page load.
 */
const shrinks = /\.(?:js|css|svg|json|wasm|webmanifest)$/;
/** Smaller files fit into one packet anyway, bytes. */
const worthIt = 1024;

/**
 * Writes a `.br` and a `.gz` next to each compressible file, with the strongest compression, so that servers need not
 * compress per request.
 */
export function precompress(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir);
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => shrinks.test(name)).map((name) => shrink(join(folder, name))));
    },
  };
}

async function shrink(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < worthIt) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    asBrotli(content, { params }).then((small) => writeFile(`${path}.br`, small)),
    asGzip(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}
