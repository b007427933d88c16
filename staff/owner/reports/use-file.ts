import { useMutation } from '@tanstack/react-query';
import type { ExportFormat } from '#contract/calls/numbers.ts';
import { saveFile } from '#ui/sharing/share-files.ts';
import { sayFailure } from '../../calls/say-failure.ts';

interface ExportedFile {
  readonly fileName: string;
  readonly mediaType: string;
  readonly text: string;
}

/** Fetches a file in a format and saves it. */
export function useFile(fetchFile: (format: ExportFormat) => Promise<ExportedFile>) {
  return useMutation({
    mutationFn: fetchFile,
    onSuccess: ({ fileName, mediaType, text }) => saveFile(new File([text], fileName, { type: mediaType })),
    onError: sayFailure,
  });
}
