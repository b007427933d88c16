import type { Plugin, UserConfig } from 'vite';
import { createExtraBuild } from './extra-build.ts';

/**
 * Builds the code with which the server renders the first part of a menu into the page (D69): one file for Node, with
 * all dependencies.
 */
export function createMenuRenderer(phone: UserConfig): Plugin {
  return createExtraBuild('menu-renderer', phone, {
    plugins: [phone.plugins, withoutLazyCode],
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

/** Leaves out code that is loaded after a tap. The rendered menu is not interactive. */
const withoutLazyCode: Plugin = {
  name: 'without-lazy-code',
  resolveDynamicImport: () => ({ id: 'lazy code', external: true }),
};
