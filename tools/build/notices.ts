import licences, { type Dependency } from 'rollup-plugin-license';
import type { Plugin } from 'vite';

/** It lists the packages with code in the apps, their service workers and the demo, with their licences. */
const noticesFile = 'third-party-notices.md';

/** Licences that require at most a notice: OFL-1.1 is for fonts. A package under another licence fails the build. */
const allowed = '(0BSD OR Apache-2.0 OR BSD-2-Clause OR BSD-3-Clause OR ISC OR MIT OR OFL-1.1 OR Unlicense)';

/**
 * The plugins that list the third-party packages of a build. All builds share the plugins: each adds its packages and
 * writes the file again, so the last one writes the complete list.
 */
export function createNotices(): Plugin[] {
  let page = '';
  const collect = licences({
    thirdParty: {
      multipleVersions: true,
      allow: { test: allowed, failOnUnlicensed: true, failOnViolation: true },
      output: (packages) => {
        page = toPage(packages);
      },
    },
  }) as Plugin;
  const write: Plugin = {
    name: 'notices',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: noticesFile, source: page });
    },
  };
  return [collect, write].map((plugin) => ({ ...plugin, apply: 'build' }));
}

function toPage(packages: readonly Dependency[]): string {
  const entries = packages.map(({ name, version, license, licenseText, noticeText }) =>
    [`## ${name} - ${version} (${license})`, licenseText, noticeText].filter(Boolean).join('\n\n'),
  );
  return `# Licences\n\nThe app contains code of these packages, each under its own licence:\n\n${entries.toSorted().join('\n\n')}\n`;
}
