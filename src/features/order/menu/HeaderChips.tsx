import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useMissed } from '#src/cart/hooks.ts';
import type { Missed } from '#client/cart/table-cart.ts';
import { colour, size, type } from '#ui/theme/tokens.ts';
import { useClosedState } from '../opening/use-opening.ts';
import { useWaiting } from '../cart/WaitingChip.tsx';
import { chipsId } from './MenuHeader.tsx';

/**
 * A chip in the menu's header, where it covers no dish. It shows the changes that wait for a connection, or else that the
 * restaurant takes no orders, or else how much happened while the diner was away.
 */
export function HeaderChips({ onSee }: { onSee(): void }) {
  const header = useSyncExternalStore(subscribeToNothing, () => document.getElementById(chipsId));
  const waiting = useWaiting();
  const closed = useClosedState()?.title;
  const said = waiting ?? (closed === undefined ? undefined : { text: closed, short: closed });
  return (
    header &&
    createPortal(
      <Line>
        {said === undefined ? (
          <MissedChip onSee={onSee} />
        ) : (
          <Said>
            <Fitting text={said.text} short={said.short} />
          </Said>
        )}
      </Line>,
      header,
    )
  );
}

/** The header is there as long as its page is, so there are no changes to listen to. */
const subscribeToNothing = () => () => {};

/** How long the chip is shown, ms. The table's sheet shows the same longer. */
const readMs = 8_000;

/** The news that has been shown long enough, on any page. */
const read = new WeakSet<Missed>();

/** Shows how much happened while the diner was away. A tap opens the table's sheet, and the chip goes by itself. */
function MissedChip({ onSee }: { onSee(): void }) {
  const { t } = useTranslation('together');
  const missed = useMissed();
  const [, setRead] = useState<Missed>();
  const isShown = missed.changes > 0 && !read.has(missed);

  useEffect(() => {
    if (!isShown) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The time counts only while the page is visible.
    const restartTimer = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      timer = setTimeout(() => {
        read.add(missed);
        setRead(missed);
      }, readMs);
    };
    restartTimer();
    document.addEventListener('visibilitychange', restartTimer);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', restartTimer);
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

/** Shows the short text on a narrow phone, so that it is never cut off. */
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

/** It covers the table's name, so that nothing moves. */
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

/* It is higher than its line, so that a thumb can hit it. */
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
