import { build, type Plugin, type ResolvedConfig, type UserConfig } from 'vite';

/** Where a build has what the server draws a menu with. */
export const drawnMenuFile = '.vite/draw-menu.mjs';

const nobodyAsks = 'what a tap would bring';

/** Builds, next to the phone, what the server draws the first of a menu with (D69): one file for Node, with all that it needs. */
export function drawnMenu(phone: UserConfig): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'drawn-menu',
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
        plugins: [phone.plugins, withoutLater],
        define: { ...phone.define, 'process.env.NODE_ENV': JSON.stringify('production') },
        ssr: { noExternal: true },
        build: {
          target: 'node22',
          ssr: 'src/features/order/page/draw-menu.tsx',
          outDir: config.build.outDir,
          emptyOutDir: false,
          rolldownOptions: {
            treeshake: phone.build?.rolldownOptions?.treeshake ?? true,
            output: { entryFileNames: drawnMenuFile },
          },
        },
      });
    },
  };
}

/** Nothing opens in a picture. */
const withoutLater: Plugin = {
  name: 'without-later',
  resolveDynamicImport: () => ({ id: nobodyAsks, external: true }),
};
