import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codes } from '#contract/codes.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { ApiError } from '#client/api/api-error.ts';
import { request } from '#client/api/call/request.ts';
import { CoverPicture } from '#ui/Cover.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { createPicture } from '../../menu/picture/picture-of.ts';
import { openPicture, scaleDown } from '../../menu/picture/read-picture.ts';

interface Props {
  /** The name of the uploaded picture. */
  readonly value: string | null;
  onChange(value: string | null): void;
}

type Wrong = 'tooLarge' | 'unreadable' | 'failed';

/** The widest picture that is sent, px. The server makes it smaller still. */
const sentWidth = 2_400;

/** The cover picture. It is uploaded at once, and diners see it when the settings are saved. */
export function CoverField({ value, onChange }: Props) {
  const { t } = useTranslation('house');
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [wrong, setWrong] = useState<Wrong>();
  const upload = useMutation({
    mutationFn: (file: Blob) => request(uploadPicture, { query: { dishId: 'cover', shape: 'cover' }, file }),
    onSuccess: ({ picture }) => onChange(picture),
    onError: (error) => setWrong(classifyError(error)),
  });

  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    setWrong(undefined);
    const opened = await openPicture(file);
    if (opened.kind === 'tooLarge') return setWrong('tooLarge');
    if (opened.kind === 'heic') return setWrong('unreadable');
    upload.mutate(opened.kind === 'opened' ? await scaleDown(opened.bitmap, sentWidth) : file);
    // Cleared, so that choosing the same file again is a change.
    if (input.current) input.current.value = '';
  };

  const picture = createPicture(value ?? '');
  return (
    <Stack $gap="sm">
      <Text as="span" $type="label">
        {t('names.cover')}
      </Text>
      {picture && <CoverPicture picture={picture} />}
      <Row $gap="sm" $wrap>
        <Button
          ref={chooser}
          variant="secondary"
          busy={upload.isPending}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden />
          {t(picture ? 'names.coverAnother' : 'names.coverChoose')}
        </Button>
        {picture && (
          <Button
            variant="quiet"
            onClick={() => {
              onChange(null);
              chooser.current?.focus();
            }}
          >
            <Trash2 aria-hidden />
            {t('names.coverRemove')}
          </Button>
        )}
      </Row>
      {wrong === undefined ? (
        <Small>{t('names.coverHint')}</Small>
      ) : (
        <Text $type="small" $colour="danger" role="alert">
          {t(`names.coverWrong.${wrong}`)}
        </Text>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={t('names.coverChoose')}
        onChange={({ target }) => void handleFile(target.files?.[0])}
      />
    </Stack>
  );
}

function classifyError(error: Error): Wrong {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === codes.tooLarge) return 'tooLarge';
  return code === codes.badRequest ? 'unreadable' : 'failed';
}
