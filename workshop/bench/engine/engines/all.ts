import type { Engine } from '../engine.ts';

/** By the name under which `BENCH_ONLY` knows it. */
export const loaders: Readonly<Record<string, () => Promise<Engine>>> = {
  ours: async () => (await import('./ours.ts')).ours,
  plain: async () => (await import('./plain-fold.ts')).plainFold,
  immer: async () => (await import('./immer.ts')).immer,
  yjs: async () => (await import('./yjs.ts')).yjs,
  automerge: async () => (await import('./automerge.ts')).automerge,
  loro: async () => (await import('./loro.ts')).loro,
  tinybase: async () => (await import('./tinybase.ts')).tinybase,
  'json-joy': async () => (await import('./json-joy.ts')).jsonJoy,
};

/** Those that `BENCH_ONLY` names, or all. */
export async function chosenEngines(): Promise<Engine[]> {
  const only = process.env['BENCH_ONLY']?.split(',') ?? Object.keys(loaders);
  const unknown = only.filter((name) => !(name in loaders));
  if (unknown.length > 0)
    throw new Error(
      `no engine is called ${unknown.join(', ')}; there are: ${Object.keys(loaders).join(', ')}`,
    );
  return await Promise.all(only.map((name) => loaders[name]!()));
}
