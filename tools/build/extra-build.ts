import { build, type Plugin, type ResolvedConfig, type UserConfig } from 'vite';

/**
 * Runs another build after the main one, into the same folder. The two share no files.
 * @param base the options of the main build
 * @param own the options that differ
 */
export function createExtraBuild(name: string, base: UserConfig, own: UserConfig): Plugin {
  let config: ResolvedConfig;
  return {
    name,
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle() {
      await build({
        ...base,
        configFile: false,
        root: config.root,
        publicDir: false,
        logLevel: 'warn',
        ...own,
        build: { ...own.build, outDir: config.build.outDir, emptyOutDir: false },
      });
    },
  };
}
