/** Bundles the programs. Returns the folder, where `server/main.ts` is `server/main.js`. */
export function bundlePrograms(): Promise<string>;
