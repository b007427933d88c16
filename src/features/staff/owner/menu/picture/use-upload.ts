import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
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
  return {
    upload: (dishId: string, file: Blob, onDone: (picture: string) => void) =>
      mutate({ dishId, file }, { onSuccess: ({ picture }) => onDone(picture) }),
    isPending,
    problem: error === null ? undefined : t(`picture.${whyNot(error)}`),
    forget: reset,
  };
}

function whyNot(error: Error): 'tooLarge' | 'noPicture' | 'failed' {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === codes.tooLarge) return 'tooLarge';
  return code === codes.badRequest ? 'noPicture' : 'failed';
}
