import { ArrowDown, ArrowLeft, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { size, space, up } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Text } from '#ui/primitives.tsx';
import { getEntryId } from '../list/arrow-keys.ts';

interface Props {
  readonly name: string;
  onBack(): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
  readonly children?: ReactNode;
}

/** The head of a form: its name, the actions for the whole entry, and on a phone the way back to the list. */
export function FormHead({ name, onBack, onMove, onRemove, children }: Props) {
  const { t } = useTranslation('ownerMenu');
  const heading = useRef<HTMLHeadingElement>(null);

  // Scrolls to the top and moves the focus, because the element that had it may be gone.
  useEffect(() => {
    const { activeElement } = document;
    heading.current?.scrollIntoView({ block: 'nearest' });
    const isGone = activeElement === document.body || !(activeElement as HTMLElement | null)?.offsetParent;
    // A keyboard user who opened the entry continues in the form, not in the rest of the list.
    const isByKeyboard = activeElement?.matches(`[id^="${getEntryId('')}"]:focus-visible`);
    if (isGone || isByKeyboard) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Head>
      <Back>
        <IconButton label={t('list.back')} onClick={onBack}>
          <ArrowLeft aria-hidden />
        </IconButton>
      </Back>
      <Name ref={heading} as="h2" $type="title" $breaks tabIndex={-1}>
        {name}
      </Name>
      <Row $end>
        {children}
        <IconButton label={t('moveUp', { name })} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton label={t('moveDown', { name })} onClick={() => onMove(1)}>
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton label={t('remove', { name })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </Row>
    </Head>
  );
}

const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs};
`;

/** On a phone below the actions, as wide as the screen. */
const Name = styled(Text)`
  order: 1;
  flex: 1 0 100%;
  scroll-margin-top: ${size.ownerTop};
  outline: none;

  ${up('lg')} {
    order: 0;
    flex: 1 1 0;
    min-width: 0;
  }
`;

/** Hidden where the list is next to the form. */
const Back = styled.span`
  ${up('lg')} {
    display: none;
  }
`;
