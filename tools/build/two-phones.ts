import type { Plugin, UserConfig } from 'vite';
import { besidePhone } from './beside.ts';
import { licencesOf } from './notices.ts';

/** The public demo, a page of its own. */
export function twoPhonesPage(phone: UserConfig): Plugin {
  return besidePhone('two-phones-page', phone, {
    build: {
      ...phone.build,
      manifest: false,
      license: licencesOf('two-phones'),
      rolldownOptions: { ...phone.build?.rolldownOptions, input: 'two-phones.html' },
    },
  });
}
