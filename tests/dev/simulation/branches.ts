/** How often each branch of some files was taken, as the engine that runs them counts. */
import { Session } from 'node:inspector/promises';

export interface Branch {
  readonly file: string;
  /** Its first line, as it is run. */
  readonly code: string;
  readonly count: number;
}

/** Counts what is compiled from now on, so nothing may have run before; the answer stops, and names the branches of files whose path ends so. */
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
          // A module and its parts are run once; what no type lets through is never run.
          if (functionName === '' && (isWhole || code.startsWith('catch'))) continue;
          if (!isWhole && (!isBlockCoverage || isNothing(code))) continue;
          // Calls are not counted any more once a function is compiled into its callers; branches are.
          const times = isWhole && count > 0 ? Infinity : count;
          branches.push({ file, code: `${functionName}: ${firstLine(code)}`, count: times });
        }
    }
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
    return branches;
  };
}

/** The end of a block, or what stands there for the types: the case that none lets through, nothing in place of nothing. */
function isNothing(code: string): boolean {
  return /^[\s})\];,]*$/.test(code) || code.startsWith('default:') || /^\?\? (\[\]|\{\})$/.test(code);
}

/** As it stands in the source, not as Vite writes what is imported. */
function firstLine(code: string): string {
  return code
    .split('\n', 1)[0]!
    .replaceAll(/\(0,__vite_ssr_import_\d+__\.(\w+)\)/g, '$1')
    .slice(0, 100);
}
