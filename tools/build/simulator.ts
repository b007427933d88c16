import type { Plugin, UserConfig } from 'vite';
import { besidePhone } from './beside.ts';
import { licencesOf } from './notices.ts';

/** The table simulator, a page of its own. */
export function simulatorPage(phone: UserConfig): Plugin {
  return besidePhone('simulator-page', phone, {
    build: {
      ...phone.build,
      manifest: false,
      license: licencesOf('simulator'),
      rolldownOptions: { ...phone.build?.rolldownOptions, input: 'simulator.html' },
    },
  });
}
