import { resolveValue, useToaster } from 'react-hot-toast/headless';
import { keyframes, styled } from 'styled-components';
import { colour, layer, longWords, motion, radius, safe, size, space, type } from '#src/kit/theme/tokens.ts';

/**
 * Where toasts appear: one polite region that is there from the start, so that each of them is read out.
 * They never catch a tap: what lies under them stays usable.
 */
export default function Toasts() {
  const { toasts } = useToaster();

  return (
    <Region aria-live="polite">
      {toasts.map((toast) => (
        <Note key={toast.id} $visible={toast.visible}>
          {resolveValue(toast.message, toast)}
        </Note>
      ))}
    </Region>
  );
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
`;
