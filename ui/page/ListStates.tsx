import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { colour, size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';

/** In the place of a list that has nothing in it. */
export const ListEmpty = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space.lg};
  padding-block: ${space.giant};
  text-align: center;
  color: ${colour('textMuted')};

  > svg {
    width: ${size.step};
    height: ${size.step};
  }
`;

interface FailedProps {
  /** Why; null: it waits for the network. */
  readonly error: unknown;
  readonly busy?: boolean;
  onRetry(): void;
}

/** In the place of a list that did not come. */
export function ListFailed({ error, busy, onRetry }: FailedProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (
    <ListEmpty role="alert">
      <p>{failureText(error)}</p>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        {t('retry')}
      </Button>
    </ListEmpty>
  );
}
