import { useEffect, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { colour, cramped, flat, layer, motion, safe } from '#src/kit/theme/tokens.ts';

interface Props {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** What stands above the dishes: goes while one scrolls down, comes back on the way up, and never hides what has the keyboard's focus. */
export function MenuHead({ ref, children }: Props) {
  useEffect(() => {
    const head = ref.current;
    if (!head) return;
    const observer = new ResizeObserver(() => fit(head));
    observer.observe(head);
    const unhear = followScrolling(head);
    return () => {
      observer.disconnect();
      unhear();
    };
  }, [ref]);
  return <Head ref={ref}>{children}</Head>;
}

/** px of the screen's top that it covers while it stands. */
export function heightOf(head: HTMLElement | null): number {
  return head && !isTall(head) ? head.offsetHeight : 0;
}

/** Large text on a small screen: it scrolls away with the dishes, for which there were no room else. */
function isTall(head: HTMLElement): boolean {
  return head.offsetHeight > innerHeight * 0.3;
}

/** The sections below it know where they are to come to rest. */
function fit(head: HTMLElement): void {
  head.toggleAttribute('data-tall', isTall(head));
  head.parentElement?.style.setProperty('--head', `${heightOf(head)}px`);
}

/** px; what is less is no direction. */
const jitter = 6;

function followScrolling(head: HTMLElement): () => void {
  let last = scrollY;
  // A jump to a section is no scrolling: it comes to rest below the whole header.
  let byHand = false;
  const handleHand = () => {
    byHand = true;
  };
  const handleEnd = () => {
    byHand = false;
  };
  const handleScroll = () => {
    const gone = scrollY - last;
    if (Math.abs(gone) < jitter) return;
    last = scrollY;
    const isGoing = byHand && gone > 0 && scrollY > head.offsetHeight;
    if (isGoing === head.hasAttribute('data-away')) return;
    // The sections stay where the screen has room for them.
    const bar = innerHeight > innerWidth ? head.querySelector('header')?.offsetHeight : undefined;
    head.style.setProperty('--lift', `${bar ?? head.offsetHeight}px`);
    head.toggleAttribute('data-away', isGoing);
  };
  const quietly = { passive: true };
  addEventListener('touchmove', handleHand, quietly);
  addEventListener('wheel', handleHand, quietly);
  addEventListener('scrollend', handleEnd, quietly);
  // A list within the page that is scrolled ends unheard, in older browsers the page too; a jump begins with a click.
  addEventListener('click', handleEnd, true);
  addEventListener('scroll', handleScroll, quietly);
  return () => {
    removeEventListener('touchmove', handleHand);
    removeEventListener('wheel', handleHand);
    removeEventListener('scrollend', handleEnd);
    removeEventListener('click', handleEnd, true);
    removeEventListener('scroll', handleScroll);
  };
}

const Head = styled.div`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  padding-top: ${safe.top};
  background: ${colour('page')};
  border-bottom: thin solid ${colour('line')};
  transition: transform ${motion.calm} ${motion.out};

  &[data-away]:not(:has(:focus-visible)) {
    transform: translateY(calc(-1 * var(--lift)));
  }
  &[data-tall] {
    position: static;
  }
  ${cramped} {
    position: static;
  }
  /* One line instead of two. */
  ${flat} {
    display: flex;
    align-items: center;

    > * {
      flex: 1 1 0;
      min-width: 0;
    }
  }
`;
