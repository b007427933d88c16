/** What a phone loads to have the engine, kB after gzip. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** What the adapters use of each library; WebAssembly comes on top of the JavaScript. */
const libraries: Readonly<Record<string, { readonly entry: string; readonly wasm?: string }>> = {
  immer: { entry: `export { produce } from 'immer'` },
  yjs: {
    entry: `export { Doc, applyUpdate, encodeStateVector, encodeStateAsUpdate } from 'yjs'`,
  },
  tinybase: { entry: `export { createMergeableStore } from 'tinybase/mergeable-store'` },
  'json-joy': { entry: `export { Model, Patch, s } from 'json-joy/esm/json-crdt/index.js'` },
  automerge: {
    entry: `export * from '@automerge/automerge/slim'`,
    wasm: 'node_modules/@automerge/automerge/dist/automerge.wasm',
  },
  loro: {
    entry: `export * from '${root}/node_modules/loro-crdt/web/index.js'`,
    wasm: 'node_modules/loro-crdt/web/loro_wasm_bg.wasm',
  },
};

/** Our own code, without the packages that it imports; what only an `import()` asks for comes when it is needed. */
const ownParts = {
  /** V1–V6: the parts of `events/` and `projections/` that the phone's cart imports. */
  merge: /[\\/](events|projections)[\\/]/,
  /**
   * What else `src/runtime/engine/engine.ts` imports of `sync/` and `src/runtime/`: deciding, sending, catching up, placing,
   * performing. How React is shown the cart (`src/runtime/cart`) counts with the pages.
   */
  runtime: /[\\/](sync|src[\\/]runtime(?![\\/]cart[\\/]))[\\/]/,
} as const;

/** kB by part. */
export async function ownKilobytes(): Promise<Readonly<Record<keyof typeof ownParts, number>>> {
  const chunks = await bundled(`export * from '#src/runtime/engine/engine.ts'`, true);
  const sizeOf = (part: keyof typeof ownParts): number => {
    const chunk = chunks.find(({ name }) => name === part);
    if (!chunk) throw new Error(`${part} was not bundled by itself`);
    return zipped(chunk.code);
  };
  return { merge: sizeOf('merge'), runtime: sizeOf('runtime') };
}

/** undefined: no library, or none that is known here. */
export async function libraryKilobytes(name: string): Promise<number | undefined> {
  const library = libraries[name];
  if (!library) return undefined;
  const chunks = await bundled(library.entry, false);
  const wasm = library.wasm ? zipped(readFileSync(`${root}/${library.wasm}`)) : 0;
  return chunks.reduce((sum, { code }) => sum + zipped(code), wasm);
}

function ownPart(id: string, graph: Rolldown.ChunkingContext): string | null {
  const part = Object.entries(ownParts).find(([, paths]) => paths.test(id));
  return part && isLoadedAtOnce(id, graph, new Set()) ? part[0] : null;
}

/** Its importers lead to the entry without an `import()`. */
function isLoadedAtOnce(id: string, graph: Rolldown.ChunkingContext, passed: Set<string>): boolean {
  const found = graph.getModuleInfo(id);
  if (!found || passed.has(id)) return false;
  passed.add(id);
  return found.isEntry || found.importers.some((importer) => isLoadedAtOnce(importer, graph, passed));
}

async function bundled(entry: string, isOwn: boolean): Promise<Rolldown.OutputChunk[]> {
  const name = `${root}/workshop/bench/engine/entry-of-a-bundle.ts`;
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) => (id === name ? id : undefined),
        load: (id) => (id === name ? entry : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: name,
        preserveEntrySignatures: 'allow-extension',
        external: (id) => (isOwn ? /^[\w@]/.test(id) && id !== name : id.endsWith('.wasm')),
        output: {
          // Or a part would take along what it imports of others.
          codeSplitting: isOwn && { groups: [{ name: ownPart }], includeDependenciesRecursively: false },
        },
      },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  return outputs.flatMap(({ output }) => output.filter((each) => each.type === 'chunk'));
}

function zipped(code: string | Uint8Array): number {
  return gzipSync(code, { level: 9 }).byteLength / 1000;
}
