import { useLayoutEffect, useRef } from 'react';
import { resolveValue, useToaster } from 'react-hot-toast/headless';
import { keyframes, styled } from 'styled-components';
import {
  colour,
  cramped,
  layer,
  longWords,
  motion,
  radius,
  safe,
  size,
  space,
  type,
} from '#ui/theme/tokens.ts';

/**
 * Where toasts appear: one polite region that is there from the start, so that each of them is read out.
 * They never catch a tap: what lies under them stays usable.
 */
export default function Toasts() {
  const { toasts } = useToaster();
  const region = useRef<HTMLOutputElement>(null);
  const isSaying = toasts.length > 0;
  useLayoutEffect(() => (isSaying && region.current ? keepHeadingVisible(region.current) : undefined), [isSaying]);

  return (
    <Region ref={region} aria-live="polite">
      {toasts.map((toast) => (
        <Note key={toast.id} $visible={toast.visible}>
          {/* Said again while it stands there, it is read out again. */}
          <span key={toast.createdAt}>{resolveValue(toast.message, toast)}</span>
        </Note>
      ))}
    </Region>
  );
}

/** While something is said, the open layer's heading and what closes it stay in sight, also of one that opens meanwhile. */
function keepHeadingVisible(said: HTMLElement): () => void {
  const place = () => {
    said.style.removeProperty('top');
    const top = computeToastTop(said.getBoundingClientRect());
    if (top !== undefined) said.style.top = `${top}px`;
  };
  place();
  const observer = new MutationObserver(place);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

/** px around it. */
const free = 4;

/** px from the screen's top: above the open layer where there is room, else below its heading; undefined: where it is. */
function computeToastTop({ top, height }: DOMRect): number | undefined {
  const layer = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  const heading = layer?.querySelector('h1, h2');
  if (!layer || !heading) return undefined;
  // Where it comes to rest: it may be on its way up.
  const { offsetTop, offsetHeight } = layer as HTMLElement;
  const edge = getComputedStyle(layer).transform === 'none' ? offsetTop : offsetTop - offsetHeight / 2;
  if (edge > height + 2 * free) return Math.min(top, edge - height - free);
  const below = edge + heading.getBoundingClientRect().bottom - layer.getBoundingClientRect().top + free;
  return Math.max(top, below);
}

const enter = keyframes`
  from { opacity: 0; transform: translateY(calc(-1 * ${space.lg})); }
`;

const Region = styled.output`
  position: fixed;
  z-index: ${layer.toast};
  /* Far from the cart bar and a sheet's button, and below what closes it. */
  inset: calc(${size.toastTop} + ${safe.top}) ${space.lg} auto;
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: ${space.sm};
  pointer-events: none;

  ${cramped} {
    top: calc(${space.sm} + ${safe.top});
  }
`;

const Note = styled.div<{ $visible: boolean }>`
  max-width: min(100%, ${size.centredPanel});
  padding: ${space.md} ${space.xl};
  ${type.strong};
  ${longWords};
  color: ${colour('onToast')};
  background: ${colour('toast')};
  border-radius: ${radius.lg};
  box-shadow: ${colour('shadow')};
  opacity: ${({ $visible }) => ($visible ? 1 : 0)};
  transition: opacity ${motion.calm} ${motion.out};
  animation: ${enter} ${motion.calm} ${motion.out};

  ${cramped} {
    padding: ${space.sm} ${space.md};
    ${type.label};
  }
`;
