import type { Plugin, UserConfig } from 'vite';
import { besidePhone } from './beside.ts';

/** The table simulator, a page of its own. */
export function simulatorPage(phone: UserConfig): Plugin {
  return besidePhone('simulator-page', phone, {
    build: {
      ...phone.build,
      manifest: false,
      rolldownOptions: { ...phone.build?.rolldownOptions, input: 'simulator.html' },
    },
  });
}
