/** Writes the record into the folder of the build. `files` are absolute paths. */
export function recordSources(root: string, dist: string, files: readonly string[]): void;
/** False if there is no complete build, or if a file that it was made of has changed since. */
export function isBuildCurrent(root: string, dist: string): boolean;
/** An interrupted build leaves files of two versions. Without the record, the next start builds again. */
export function forgetSources(dist: string): void;
