/** `tsx tests/dev/builds/keep.ts` keeps the phone that was built last, as the version in package.json. */
import { readFileSync } from 'node:fs';
import { keepBuild } from './archive.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
keepBuild('dist', version);
console.log(`version ${version} is kept`);
