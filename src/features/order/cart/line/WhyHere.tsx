import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TableLine } from '#client/cart/table-cart.ts';
import { colour } from '#ui/theme/tokens.ts';
import { useTappedPopup } from '#src/popups/lazy-popup.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';

const load = () => import('../../together/activity/LineStory.tsx');

/** The button that opens the history of a line. */
export function WhyHere({ line, name }: { line: TableLine; name: string }) {
  const { t } = useTranslation('together');
  const { Popup, isOpen, open, close } = useTappedPopup(load);

  return (
    <>
      <Quiet label={t('story.open', { name })} aria-haspopup="dialog" onClick={open}>
        <History aria-hidden />
      </Quiet>
      {Popup && <Popup line={line} name={name} open={isOpen} onClose={close} />}
    </>
  );
}

const Quiet = styled(IconButton)`
  color: ${colour('textMuted')};
`;
