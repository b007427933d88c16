import type { Plugin, Rolldown, UserConfig } from 'vite';
import { isPage, isStaffPath } from '#server/platform/http/phone/known-paths.ts';
import { createExtraBuild } from './extra-build.ts';

/** The names of this app's files begin with it, so that no file belongs to the diners' app as well. */
const fileStart = 'assets/staff-';

/**
 * Builds the restaurant's app from `staff.html`, into the folder of the diners' app. It is a build of its own: with a
 * second input, the two apps would share chunks, and diners would load code of the restaurant's.
 * @param base the options of the diners' build, with the plugins for this one
 * @param output how its files are written, except for their names
 */
export function createStaffApp(base: UserConfig, output: Rolldown.OutputOptions): Plugin {
  return createExtraBuild('staff-app', base, {
    build: {
      ...base.build,
      manifest: '.vite/staff-manifest.json',
      rolldownOptions: {
        ...base.build?.rolldownOptions,
        input: 'staff.html',
        output: {
          ...output,
          entryFileNames: `${fileStart}[name]-[hash].js`,
          chunkFileNames: `${fileStart}[name]-[hash].js`,
          assetFileNames: `${fileStart}[name]-[hash][extname]`,
        },
      },
    },
  });
}

/** Lets the development server answer the staff's pages with `staff.html`, as the table server does. */
export const staffPagesInDevelopment: Plugin = {
  name: 'staff-pages',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = request.url?.split('?', 1)[0] ?? '/';
      if (isPage(path) && isStaffPath(path)) request.url = '/staff.html';
      next();
    });
  },
};
