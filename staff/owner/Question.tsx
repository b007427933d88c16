import type { ReactNode } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';

interface Props {
  readonly open: boolean;
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: string;
  readonly no: string;
  /** True if nothing is removed. Default: false. */
  readonly isHarmless?: boolean;
  onYes(): void;
  onClose(): void;
}

/** Asks for confirmation before an action that is hard to undo. */
export function Question({ open, title, text, yes, no, isHarmless, onYes, onClose }: Props) {
  const handleYes = () => {
    onClose();
    onYes();
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={text}
      actions={
        <>
          <Button wide variant={isHarmless ? 'primary' : 'danger'} onClick={handleYes}>
            {yes}
          </Button>
          <Button wide variant="quiet" onClick={onClose}>
            {no}
          </Button>
        </>
      }
    />
  );
}
