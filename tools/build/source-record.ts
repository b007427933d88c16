import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { forgetSources, recordSources } from './built-sources.mjs';

/** Files that decide about the build, but are no modules of it. */
const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * Collects the files of every build that has the plugin `collect`, and records them in the folder of the main build
 * at its end: their modules, and the configuration with its imports.
 */
export function createSourceRecord(): { readonly collect: Plugin; readonly write: Plugin } {
  const files = new Set<string>();
  let config: ResolvedConfig;
  const collect: Plugin = {
    name: 'collect-sources',
    apply: 'build',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const [file] = id.split('?', 1);
        // Virtual modules have no file.
        if (file && existsSync(file)) files.add(file);
      }
    },
  };
  const write: Plugin = {
    name: 'write-source-record',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      forgetSources(resolve(config.root, config.build.outDir));
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler(error) {
        if (error) return;
        const own = settings.map((name) => join(config.root, name));
        if (config.configFile) own.push(config.configFile, ...config.configFileDependencies);
        recordSources(config.root, resolve(config.root, config.build.outDir), [...files, ...own]);
      },
    },
  };
  return { collect, write };
}
