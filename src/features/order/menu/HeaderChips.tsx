import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useMissed } from '#src/cart/hooks.ts';
import type { Missed } from '#client/cart/table-cart.ts';
import { colour, size, type } from '#ui/theme/tokens.ts';
import { useWaiting } from '../cart/WaitingChip.tsx';
import { chipsId } from './MenuHeader.tsx';

/** In the menu's header, where it covers no dish: what waits for a connection, else what the diner has missed. */
export function HeaderChips({ onSee }: { onSee(): void }) {
  const header = useSyncExternalStore(noNews, () => document.getElementById(chipsId));
  const waiting = useWaiting();
  return (
    header &&
    createPortal(
      <Line>
        {waiting === undefined ? (
          <MissedChip onSee={onSee} />
        ) : (
          <Said>
            <Fitting text={waiting.text} short={waiting.short} />
          </Said>
        )}
      </Line>,
      header,
    )
  );
}

/** The header stands as long as its page does. */
const noNews = () => () => {};

/** Long enough to read it and to tap, ms. The table's sheet has it still. */
const readMs = 8_000;

/** What has been shown so long already, on whatever page. */
const read = new WeakSet<Missed>();

/** How much happened while the diner couldn't see it; leads to it, and goes by itself. */
function MissedChip({ onSee }: { onSee(): void }) {
  const { t } = useTranslation('together');
  const missed = useMissed();
  const [, setRead] = useState<Missed>();
  const isShown = missed.changes > 0 && !read.has(missed);

  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // In a pocket nobody reads it.
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => {
        read.add(missed);
        setRead(missed);
      }, readMs);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isShown, missed]);

  if (!isShown) return null;
  const { changes, beforeComing } = missed;
  return (
    <Chip type="button" onClick={onSee}>
      <Fitting
        text={t(beforeComing ? 'beforeYou' : 'missed', { count: changes })}
        short={t('changes', { count: changes })}
      />
    </Chip>
  );
}

/** In fewer words beside the buttons of a phone: none is cut there, however many there are. */
function Fitting({ text, short }: { text: string; short: string }) {
  return (
    <>
      <Whole>{text}</Whole>
      <Short>{short}</Short>
    </>
  );
}

const Whole = styled.span`
  @container (max-width: ${size.headerOneLine}) {
    display: none;
  }
`;

const Short = styled.span`
  @container (min-width: ${size.headerOneLine}) {
    display: none;
  }
`;

/** Takes the place of the table's name, so that nothing moves. */
const Line = styled.output`
  position: relative;
  display: block;
  margin-top: -1lh;
  ${type.label};
  background: ${colour('page')};
  pointer-events: none;

  &:empty {
    display: none;
  }
`;

const Said = styled.span`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: ${colour('textMuted')};
`;

/* Taller than its line, for a thumb. */
const Chip = styled.button`
  position: relative;
  display: block;
  max-width: 100%;
  min-height: ${size.touch};
  margin-block: calc((1lh - ${size.touch}) / 2);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  color: ${colour('accentText')};
  text-decoration: underline;
  pointer-events: auto;
`;
