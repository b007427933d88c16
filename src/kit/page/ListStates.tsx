import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, size, space } from '#src/kit/theme/tokens.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';

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

/** In the place of a list that did not come. */
export function ListFailed({ busy, onRetry }: { busy?: boolean; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <ListEmpty role="alert">
      <p>{t('failure.network')}</p>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        {t('retry')}
      </Button>
    </ListEmpty>
  );
}
