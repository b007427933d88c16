import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { ApiError } from '#src/kit/api/api-error.ts';
import { request } from '#src/kit/api/call/client.ts';

/** CX25: sends a picture of a dish; it shows to diners once the menu with its name is published. */
export function useUpload() {
  const { t } = useTranslation('ownerMenu');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ dishId, file }: { dishId: string; file: Blob }) =>
      request(uploadPicture, { query: { dishId }, file }),
  });
  const failure = error instanceof ApiError ? error.failure : undefined;
  return {
    upload: (dishId: string, file: Blob, onDone: (picture: string) => void) =>
      mutate({ dishId, file }, { onSuccess: ({ picture }) => onDone(picture) }),
    isPending,
    problem:
      error === null
        ? undefined
        : failure?.kind === 'refused'
          ? t('picture.refused', { msg: failure.msg })
          : t('picture.failed'),
    forget: reset,
  };
}
