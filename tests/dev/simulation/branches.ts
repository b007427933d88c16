/** Counts with the engine's own coverage how often each branch of some files was taken. */
import { Session } from 'node:inspector/promises';

export interface Branch {
  readonly file: string;
  /** The first line of the compiled branch. */
  readonly code: string;
  readonly count: number;
}

/**
 * Starts to count. Only code that is compiled from now on is counted, so nothing may have run before. The returned function
 * stops and lists the branches of files with these path endings.
 */
export async function countBranches(): Promise<(files: readonly string[]) => Promise<Branch[]>> {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async (files) => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const branches: Branch[] = [];
    for (const { url, scriptId, functions } of result) {
      const file = files.find((each) => url.endsWith(`/${each}`));
      if (!file) continue;
      const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
      for (const { functionName, ranges, isBlockCoverage } of functions)
        for (const [index, { startOffset, endOffset, count }] of ranges.entries()) {
          const code = scriptSource.slice(startOffset, endOffset).trim();
          const isWhole = index === 0;
          // Code of the module itself runs once. Branches that only the types need never run.
          if (functionName === '' && (isWhole || code.startsWith('catch'))) continue;
          if (!isWhole && (!isBlockCoverage || isNothing(code))) continue;
          // Calls of a function that is compiled into its callers are not counted any more. Its branches are.
          const times = isWhole && count > 0 ? Infinity : count;
          branches.push({ file, code: `${functionName}: ${getFirstLine(code)}`, count: times });
        }
    }
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
    return branches;
  };
}

/** The end of a block, or code that only the types need: the default case, an empty value. */
function isNothing(code: string): boolean {
  return /^[\s})\];,]*$/.test(code) || code.startsWith('default:') || /^\?\? (\[\]|\{\})$/.test(code);
}

/** The line as it stands in the source, without Vite's import names. */
function getFirstLine(code: string): string {
  return code
    .split('\n', 1)[0]!
    .replaceAll(/\(0,__vite_ssr_import_\d+__\.(\w+)\)/g, '$1')
    .slice(0, 100);
}
