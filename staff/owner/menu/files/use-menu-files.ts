import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataOf } from '#contract/http/call.ts';
import {
  exportMenuDraft,
  previewMenuImport,
  type ImportMode,
  type MenuFormat,
} from '#contract/calls/menu-import.ts';
import type { MenuTree } from '#contract/menu-file/menu-tree.ts';
import { request } from '#client/api/call/request.ts';
import { saveFile } from '#ui/sharing/share-files.ts';
import { sayFailure } from '../../../calls/say-failure.ts';
import type { DraftStore } from '../draft/draft-store.ts';

export interface Preview extends DataOf<typeof previewMenuImport> {
  readonly fileName: string;
  /** The draft with which the file was compared. */
  readonly seen: MenuTree;
}

/** The draft could not be saved, so the server cannot compare the file with it. */
export class UnsavedDraft extends Error {}

/** Sends a chosen file, again after a change of the mode. */
export function useImport(store: DraftStore) {
  const [mode, setMode] = useState<ImportMode>('add');
  const [file, setFile] = useState<File>();
  const preview = useMutation({
    mutationFn: async ({ chosen, how }: { chosen: File; how: ImportMode }): Promise<Preview> => {
      await store.save();
      const { saving, tree } = store.state.value;
      if (saving !== 'saved') throw new UnsavedDraft();
      // The browser's idea of the type depends on the programs of this computer.
      const body = new Blob([chosen], { type: 'application/octet-stream' });
      const answer = await request(previewMenuImport, { query: { mode: how }, file: body });
      return { ...answer, fileName: chosen.name, seen: tree };
    },
  });
  const compare = (chosen: File | undefined, how: ImportMode) => {
    setFile(chosen);
    setMode(how);
    if (chosen) preview.mutate({ chosen, how });
    else preview.reset();
  };
  return {
    mode,
    preview,
    choose: (chosen: File | undefined) => compare(chosen, mode),
    changeMode: (how: ImportMode) => compare(file, how),
    compareAgain: () => compare(file, mode),
  };
}

/** Saves the menu with its draft as a file. */
export function useExport(store: DraftStore) {
  return useMutation({
    mutationFn: async (format: MenuFormat) => {
      await store.save();
      return await request(exportMenuDraft, { query: { format } });
    },
    onSuccess: ({ fileName, mediaType, text }) => saveFile(new File([text], fileName, { type: mediaType })),
    onError: sayFailure,
  });
}
