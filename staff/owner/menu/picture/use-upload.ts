import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';

/**
 * Uploads a dish's picture. Diners see it once the menu is published. The result belongs to the dish that it
 * was chosen for, even if another dish was opened meanwhile.
 */
export function useUpload(dishId: string, on: { done(picture: string): void; failed(words: string): void }) {
  const { t } = useTranslation('ownerMenu');
  const describeError = (error: Error) => t(`picture.${classifyError(error)}`);
  const mutationKey = ['picture', dishId];
  const mutations = useQueryClient().getMutationCache();
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: (file: Blob) => request(uploadPicture, { query: { dishId }, file: ensureType(file) }),
    onSuccess: ({ picture }) => on.done(picture),
    onError: (error) => on.failed(describeError(error)),
  });
  const last = useMutationState({
    filters: { mutationKey },
    select: ({ state: { status, error } }) => ({ status, error }),
  }).at(-1);
  return {
    /** @returns whether the upload succeeded */
    upload: async (file: Blob) =>
      await mutateAsync(file).then(
        () => true,
        () => false,
      ),
    isPending: last?.status === 'pending',
    problem: last?.error ? describeError(last.error) : undefined,
    /** Clears the last failure. */
    forget() {
      for (const mutation of mutations.findAll({ mutationKey, status: 'error' })) mutations.remove(mutation);
    },
  };
}

/** The server requires a type, which browsers do not know for every picture. */
function ensureType(file: Blob): Blob {
  return file.type.startsWith('image/') ? file : new Blob([file], { type: 'application/octet-stream' });
}

function classifyError(error: Error): 'tooLarge' | 'noPicture' | 'failed' {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === codes.tooLarge) return 'tooLarge';
  return code === codes.badRequest ? 'noPicture' : 'failed';
}
