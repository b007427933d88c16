import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/Button.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Plate } from '#ui/dish/Plate.tsx';
import { Row, Small, Stack } from '#ui/primitives.tsx';
import { changeDish } from '../draft/acts.ts';
import { useDraft } from '../draft/draft-context.ts';
import { Note } from '../fields/TextBox.tsx';
import { CropSheet } from '../picture/CropSheet.tsx';
import { createPicture } from '../picture/picture-of.ts';
import { openPicture, type OpenedPicture } from '../picture/read-picture.ts';
import { useUpload } from '../picture/use-upload.ts';
import { FormPart } from './FormPart.tsx';

/**
 * The dish's picture, from a file or the camera. It is cropped and scaled here, so that even a large photo uploads
 * quickly.
 */
export function PicturePart({ dish }: { dish: TreeDish }) {
  const { t } = useTranslation('ownerMenu');
  const { edit } = useDraft();
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<OpenedPicture>();
  const set = (picture: string) => edit(changeDish(dish.id, (draft) => void (draft.picture = picture)));
  const { upload, isPending, problem, forget } = useUpload(dish.id, {
    done: set,
    failed(words) {
      // Another dish is open by now.
      if (!input.current) showToast(words);
    },
  });
  const cutting = opened?.kind === 'opened' ? opened : undefined;
  const unsent = opened?.kind === 'tooLarge' || opened?.kind === 'heic' ? opened.kind : undefined;
  const wrong = unsent ? t(`picture.${unsent}`) : cutting ? undefined : problem;

  const handleSend = async (file: Blob) => {
    forget();
    if (await upload(file)) setOpened(undefined);
  };
  const handleFile = async (file: File | undefined) => {
    if (!file) return;
    forget();
    const read = await openPicture(file);
    setOpened(read);
    if (read.kind === 'unread') await handleSend(file);
    // Cleared, so that choosing the same file again is a change.
    if (input.current) input.current.value = '';
  };

  return (
    <FormPart title={t('dish.parts.picture')}>
      <Row $gap="lg" $align="center" $wrap>
        <Plate picture={createPicture(dish.picture)} />
        <Stack $gap="sm" $grow="readable">
          <Row $gap="sm" $wrap>
            <Button ref={chooser} variant="secondary" busy={isPending} onClick={() => input.current?.click()}>
              <ImageUp aria-hidden />
              {t(dish.picture ? 'picture.another' : 'picture.choose')}
            </Button>
            {dish.picture !== '' && (
              <Button
                variant="quiet"
                onClick={() => {
                  set('');
                  chooser.current?.focus();
                }}
              >
                <Trash2 aria-hidden />
                {t('picture.remove')}
              </Button>
            )}
          </Row>
          <Hint wrong={wrong} />
          <input
            ref={input}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('picture.choose')}
            onChange={({ target }) => void handleFile(target.files?.[0])}
          />
        </Stack>
      </Row>
      {cutting && (
        <CropSheet
          bitmap={cutting.bitmap}
          extent={cutting.extent}
          busy={isPending}
          problem={problem}
          onClose={() => setOpened(undefined)}
          onDone={(file) => void handleSend(file)}
        />
      )}
    </FormPart>
  );
}

/** What pictures are accepted, or why the chosen one is not. */
function Hint({ wrong }: { wrong: string | undefined }) {
  const { t } = useTranslation('ownerMenu');
  return wrong === undefined ? (
    <Small>{t('picture.hint')}</Small>
  ) : (
    <Note $wrong role="alert">
      {wrong}
    </Note>
  );
}
