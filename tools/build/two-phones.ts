import type { Plugin, UserConfig } from 'vite';
import { extraBuild } from './extra-build.ts';

/** The public demo, a page of its own. */
export function twoPhonesPage(phone: UserConfig): Plugin {
  return extraBuild('two-phones-page', phone, {
    build: {
      ...phone.build,
      manifest: false,
      rolldownOptions: { ...phone.build?.rolldownOptions, input: 'two-phones.html' },
    },
  });
}
