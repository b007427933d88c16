import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { Button } from '#src/ui/Button.tsx';
import { Sheet } from '#src/ui/Sheet.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';

interface Props {
  readonly dish: string;
  readonly notes: string;
  readonly open: boolean;
  onClose(): void;
  onSave(notes: string): void;
}

/** Notes of one line, to write or change. */
export function NotesSheet({ dish, notes, open, onClose, onSave }: Props) {
  const { t } = useTranslation('cart');
  const { t: ofMenu } = useTranslation('menu');
  const [text, setText] = useState(notes);
  const close = () => {
    onClose();
    setText(notes);
  };

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={t('notesFor', { name: dish })}
      footer={
        <Button
          wide
          onClick={() => {
            onSave(text);
            onClose();
          }}
        >
          {t('saveNotes')}
        </Button>
      }
    >
      <TextArea
        focused
        label={ofMenu('notes')}
        placeholder={ofMenu('notesPlaceholder')}
        value={text}
        onChange={setText}
        maxLength={limits.notesLength}
        counter={ofMenu('notesCounter', { used: text.length, most: limits.notesLength })}
      />
    </Sheet>
  );
}
