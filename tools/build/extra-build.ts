import { build, type Plugin, type ResolvedConfig, type UserConfig } from 'vite';

/**
 * Builds something of its own next to the phone, into the same folder: no file of the phone's build knows of it.
 * @param phone what the phone is built with
 * @param own what is otherwise here
 */
export function extraBuild(name: string, phone: UserConfig, own: UserConfig): Plugin {
  let config: ResolvedConfig;
  return {
    name,
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    async writeBundle() {
      await build({
        ...phone,
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
