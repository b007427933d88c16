import { build, type Plugin, type ResolvedConfig, type UserConfig } from 'vite';
import { licencesOf } from './notices.ts';

/** Builds the table simulator next to the phone, as a page of its own: no file of the phone's build knows of it. */
export function simulatorPage(phone: UserConfig): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'simulator-page',
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
        build: {
          ...phone.build,
          outDir: config.build.outDir,
          emptyOutDir: false,
          manifest: false,
          license: licencesOf('simulator'),
          rolldownOptions: { ...phone.build?.rolldownOptions, input: 'simulator.html' },
        },
      });
    },
  };
}
