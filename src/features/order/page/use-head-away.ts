import { useEffect } from 'react';
import { headId } from '../menu/MenuHead.tsx';

/** Hides the menu's head while the diner scrolls down, and shows it again on the way up. */
export function useHeadAway(): void {
  useEffect(() => {
    const head = document.getElementById(headId);
    return head ? followScrolling(head) : undefined;
  }, []);
}

/** A shorter movement does not count as scrolling, px. */
const jitter = 6;

function followScrolling(head: HTMLElement): () => void {
  let last = scrollY;
  // A jump to a section also scrolls the page, but it must end below the whole head. So only scrolling by hand hides it.
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
    // In portrait only the header moves away, and the strip of sections stays.
    const bar = innerHeight > innerWidth ? head.querySelector('header')?.offsetHeight : undefined;
    head.style.setProperty('--lift', `${bar ?? head.offsetHeight}px`);
    head.toggleAttribute('data-away', isGoing);
  };
  const quietly = { passive: true };
  addEventListener('touchmove', handleHand, quietly);
  addEventListener('wheel', handleHand, quietly);
  addEventListener('scrollend', handleEnd, quietly);
  // `scrollend` does not come for a list within the page, nor in older browsers. A jump always begins with a click.
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
