import type { Plugin, UserConfig } from 'vite';
import { createExtraBuild } from './extra-build.ts';

/** Builds the public demo from `two-phones.html`. */
export function createTwoPhonesDemo(phone: UserConfig): Plugin {
  return createExtraBuild('two-phones-page', phone, {
    build: {
      ...phone.build,
      manifest: false,
      rolldownOptions: { ...phone.build?.rolldownOptions, input: 'two-phones.html' },
    },
  });
}
