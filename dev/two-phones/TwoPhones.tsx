import i18next from 'i18next';
import { CircleCheck, RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { colour, layer, radius, size, space, type, up } from '#ui/theme/tokens.ts';
import { Column } from '#ui/Column.tsx';
import { DinerHuesContext, assignHues } from '#ui/diners/diner-colour.ts';
import { Row, Text } from '#ui/primitives.tsx';
import { DemoTable } from './demo-table.ts';
import { Phone } from './Phone.tsx';
import { chinese, english } from './texts.ts';

declare module '#ui/i18n/i18n.ts' {
  interface TextsOfPages {
    readonly twoPhones: typeof english;
  }
}

i18next.addResourceBundle('en-US', 'twoPhones', english);
i18next.addResourceBundle('zh-TW', 'twoPhones', chinese);

/** A longer gap between frames does not count in full, so a hidden page does not catch up, ms. */
const longestFrame = 100;

/** The public demo: two phones at one table, whose networks can be turned off. */
export default function TwoPhones() {
  const { t } = useTranslation('twoPhones');
  const language = useLanguage();
  const [table] = useState(() => new DemoTable(String(crypto.getRandomValues(new Uint16Array(1))[0])));
  const { phones, agree } = useSyncExternalStore(table.subscribe, table.read);
  const [hues] = useState(() => assignHues(phones.map(({ userId }) => userId)));
  useFrames(table);
  const isAnyOffline = phones.some(({ isOnline }) => !isOnline);
  const state = agree ? 'agree' : isAnyOffline ? 'apart' : 'catchingUp';
  const Icon = { agree: CircleCheck, apart: WifiOff, catchingUp: RefreshCw }[state];

  return (
    <Page>
      <title>{t('title')}</title>
      <header>
        <Row $gap="md" $align="baseline" $justify="space-between">
          <Text as="h1" $type="title" $balance>
            {t('title')}
          </Text>
          <Other
            href={language === 'en-US' ? '?lang=zh-TW' : '?'}
            lang={language === 'en-US' ? 'zh-TW' : 'en-US'}
          >
            {t('otherLanguage')}
          </Other>
        </Row>
        <Text $colour="textMuted">{t('lead')}</Text>
      </header>
      <Agreement data-state={state}>
        <Icon aria-hidden />
        <span>{t(state)}</span>
      </Agreement>
      <DinerHuesContext value={hues}>
        <Pair>
          {phones.map((phone) => (
            <Phone key={phone.userId} phone={phone} table={table} />
          ))}
        </Pair>
      </DinerHuesContext>
    </Page>
  );
}

/** Advances the table's clock with each frame of the page. */
function useFrames(table: DemoTable): void {
  useEffect(() => {
    let isOver = false;
    let before = performance.now();
    const tick = async (now: number) => {
      if (isOver) return;
      const passed = Math.min(now - before, longestFrame);
      before = now;
      await table.advance(passed);
      requestAnimationFrame((next) => void tick(next));
    };
    requestAnimationFrame((now) => void tick(now));
    return () => {
      isOver = true;
    };
  }, [table]);
}

const Page = styled(Column)`
  max-width: ${size.content};
`;

const Other = styled.a`
  display: inline-flex;
  flex: none;
  align-items: center;
  min-height: ${size.touch};
  ${type.label};
`;

/** The result of the demo stays visible above both phones. */
const Agreement = styled.output`
  position: sticky;
  top: ${space.sm};
  z-index: ${layer.sticky};
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space.sm};
  min-height: ${size.control};
  padding: ${space.xs} ${space.lg};
  ${type.strong};
  color: ${colour('text')};
  background: ${colour('sunken')};
  border-radius: ${radius.lg};

  &[data-state='agree'] {
    color: ${colour('success')};
    background: ${colour('successSoft')};
  }
  &[data-state='apart'] {
    background: ${colour('warningSoft')};
  }
`;

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space.xxl};

  ${up('md')} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${space.huge};
  }
`;
