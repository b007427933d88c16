import type { Plugin, UserConfig } from 'vite';
import { extraBuild } from './extra-build.ts';

/** Builds the public demo from `two-phones.html`. */
export function twoPhonesDemo(phone: UserConfig): Plugin {
  return extraBuild('two-phones-page', phone, {
    build: {
      ...phone.build,
      manifest: false,
      rolldownOptions: { ...phone.build?.rolldownOptions, input: 'two-phones.html' },
    },
  });
}
