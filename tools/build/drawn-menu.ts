import type { Plugin, UserConfig } from 'vite';
import { extraBuild } from './extra-build.ts';

/** What the server draws the first of a menu with (D69): one file for Node, with all that it needs. */
export function drawnMenu(phone: UserConfig): Plugin {
  return extraBuild('drawn-menu', phone, {
    plugins: [phone.plugins, withoutLater],
    define: { ...phone.define, 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      target: 'node20',
      ssr: 'src/features/order/page/draw-menu.tsx',
      rolldownOptions: {
        treeshake: phone.build?.rolldownOptions?.treeshake ?? true,
        output: { format: 'cjs', entryFileNames: '.vite/draw-menu.cjs' },
      },
    },
  });
}

/** Nothing opens in a picture. */
const withoutLater: Plugin = {
  name: 'without-later',
  resolveDynamicImport: () => ({ id: 'what a tap would bring', external: true }),
};
