import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { findLineFate } from '#projections/feed/line-fate.ts';
import { useCartCommands, useLine } from '#src/cart/hooks.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { getSharingWay } from '#ui/sharing/share.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { TextArea } from '#ui/controls/TextField.tsx';
import { Stack } from '#ui/primitives.tsx';
import { useActivity } from '../../together/activity/use-activity.ts';
import { storeNoteDraft, findNoteDraft } from './note-drafts.ts';

interface Props {
  /** The line as it was when the sheet was opened. It may have left the cart since. */
  readonly line: TableLine;
  readonly dish: string;
  readonly open: boolean;
  onClose(): void;
}

/** The form for the notes of one line. The text is kept as a draft until it is saved or the line is gone for good. */
export function NotesSheet({ line: opened, dish, open, onClose }: Props) {
  const { t } = useTranslation('cart');
  const { t: ofDish } = useTranslation('dish');
  const commands = useCartCommands();
  const line = useLine(opened.lineId);
  const [text, setText] = useState(() => findNoteDraft(opened) ?? opened.item.notes);
  const [copied, setCopied] = useState(false);
  const isGone = line === undefined;
  const activity = useActivity(open && isGone);

  const handleChange = (next: string) => {
    setText(next);
    storeNoteDraft(opened, next === (line ?? opened).item.notes ? undefined : next);
  };
  const handleSave = () => {
    if (line) commands?.editNotes(line, text);
    storeNoteDraft(opened, undefined);
    onClose();
  };
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      showToast(t('noteGone.notCopied'));
    }
  };
  const handleClose = () => {
    if (isGone) storeNoteDraft(opened, undefined);
    onClose();
  };

  return (
    <Sheet
      open={open}
      onClose={handleClose}
      title={t('notesFor', { name: dish })}
      footer={
        isGone ? (
          <Button
            wide
            onClick={() => void handleCopy()}
            disabled={getSharingWay() === undefined || text === ''}
          >
            {t(copied ? 'noteGone.copied' : 'noteGone.copy')}
          </Button>
        ) : (
          <Button wide onClick={handleSave}>
            {t('saveNotes')}
          </Button>
        )
      }
    >
      <Stack $gap="lg">
        {isGone && activity && (
          <Banner tone="warning">
            {t(`noteGone.${findLineFate(activity, pickIds(opened)) ?? 'either'}`)}
          </Banner>
        )}
        <TextArea
          focused
          label={ofDish('notes')}
          placeholder={ofDish('notesPlaceholder')}
          value={text}
          onChange={handleChange}
          maxLength={limits.notesLength}
          counter={ofDish('notesCounter', { used: text.length, most: limits.notesLength })}
        />
      </Stack>
    </Sheet>
  );
}

function pickIds({ userId, item, lineId, aliases }: TableLine) {
  return { userId, item, ids: [lineId, ...aliases] };
}
