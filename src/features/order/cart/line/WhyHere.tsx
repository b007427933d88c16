import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useBackLayer } from '#src/kit/navigation/back-layer.ts';
import type { TableLine } from '#src/runtime/cart/table-cart.ts';
import { colour } from '#src/kit/theme/colour.ts';
import { useLazyPopup } from '#src/kit/popups/lazy-popup.ts';
import { IconButton } from '#src/kit/ui/controls/IconButton.tsx';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';

const load = () => import('../../together/activity/LineStory.tsx');

interface Props {
  readonly line: TableLine;
  /** The dish's. */
  readonly name: string;
}

/** The way to who added a line, changed it, and when. */
export function WhyHere({ line, name }: Props) {
  const { t } = useTranslation(['together', 'common']);
  const { Popup, fetchCode } = useLazyPopup(load);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useBackLayer(open, close);

  const handleOpen = async () => {
    if (await fetchCode()) setOpen(true);
    else showToast(t('common:error.popup'));
  };

  return (
    <>
      <Quiet
        label={t('together:story.open', { name })}
        aria-haspopup="dialog"
        onClick={() => void handleOpen()}
      >
        <History aria-hidden />
      </Quiet>
      {Popup && <Popup line={line} name={name} open={open} onClose={close} />}
    </>
  );
}

const Quiet = styled(IconButton)`
  color: ${colour('textMuted')};
`;
