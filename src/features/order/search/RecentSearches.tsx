import { History, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { colour, radius, size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { Text } from '#ui/primitives.tsx';
import { forgetSearch, forgetSearches, useRecentSearches } from './recent-searches.ts';

/** The diner's last searches on this menu. A tap repeats one. */
export function RecentSearches({ onChoose }: { onChoose(keyword: string): void }) {
  const { t } = useTranslation(['menu', 'search']);
  const { merchantId } = useOrderPlace();
  const recent = useRecentSearches(merchantId);
  const place = useRef<HTMLDivElement>(null);
  // The focused button disappears.
  const keepFocus = () => place.current?.focus({ preventScroll: true });

  return (
    <div ref={place} tabIndex={-1}>
      {recent.length > 0 && (
        <section aria-labelledby="recent-searches">
          <Head>
            <Text as="h2" $type="heading" id="recent-searches">
              {t('search:recent')}
            </Text>
            <Button
              variant="quiet"
              onClick={() => {
                forgetSearches(merchantId);
                keepFocus();
              }}
            >
              {t('search:forgetAll')}
            </Button>
          </Head>
          <ul>
            {recent.map((words) => (
              <Row key={words}>
                <Again type="button" onClick={() => onChoose(words)}>
                  <History aria-hidden />
                  {words}
                </Again>
                <IconButton
                  label={t('search:forget', { words })}
                  onClick={() => {
                    forgetSearch(merchantId, words);
                    keepFocus();
                  }}
                >
                  <X aria-hidden />
                </IconButton>
              </Row>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space.sm};

  > button {
    margin-inline-end: calc(-1 * ${space.md});
  }
`;

const Row = styled.li`
  display: flex;
  align-items: center;
  margin-inline-end: -${space.sm};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Again = styled.button`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: ${space.md};
  min-height: ${size.control};
  text-align: start;
  border-radius: ${radius.sm};

  > svg {
    color: ${colour('textMuted')};
  }
`;
