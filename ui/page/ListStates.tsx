import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { colour, size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';

/** Shown instead of an empty list. */
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
  /** null if the query waits for the network. */
  readonly error: unknown;
  readonly busy?: boolean;
  onRetry(): void;
}

/** Shown instead of a list that could not be loaded. */
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
