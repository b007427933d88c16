import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import {
  colour,
  cramped,
  flat,
  layer,
  longWords,
  motion,
  radius,
  safe,
  sheetHeight,
  size,
  space,
  type,
  up,
} from '#ui/theme/tokens.ts';
import { Text } from '#ui/primitives.tsx';
import { CloseButton, LayerFoot, Scrim, useRestoredFocus } from './layer-parts.tsx';

interface Props {
  readonly open: boolean;
  onClose(): void;
  /** Called after the sheet has closed. It may return the element that gets the focus. Default: the one that had it before. */
  onClosed?(): HTMLElement | null | undefined;
  readonly title: string;
  readonly description?: string | undefined;
  /** `content` (default): as tall as its content. `part`: 55 % of the screen. `tall`: nearly all of it. */
  readonly height?: keyof typeof sheetHeight | undefined;
  /** A picture across the top of the sheet. It scrolls with the body, and so does the title below it. */
  readonly picture?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** The footer is so low that it stays visible even if large text leaves little room. */
  readonly keepsFooter?: boolean | undefined;
}

/**
 * A panel that rises from the bottom edge. On screens from `md` up it is centred. On a phone in landscape the footer is next
 * to the body, so that the body has the full height.
 */
export function Sheet(props: Props) {
  const { open, onClose, onClosed, title, description, height = 'content', children, footer } = props;
  const { picture, keepsFooter } = props;
  const focus = useRestoredFocus(onClosed);

  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Scrim />
        <Panel
          $height={height}
          $footed={footer !== undefined}
          tabIndex={-1}
          {...focus}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <Head $floats={picture !== undefined}>
            {picture === undefined && (
              <Text as="div" $grow $above="sm" $below="sm">
                <Title>{title}</Title>
              </Text>
            )}
            <CloseButton />
          </Head>
          <Body>
            {picture !== undefined && (
              <>
                <AcrossTop>{picture}</AcrossTop>
                <Text as="div" $below="sm">
                  <Title>{title}</Title>
                </Text>
              </>
            )}
            {description !== undefined && <Description>{description}</Description>}
            {children}
          </Body>
          {footer !== undefined && <Foot $stays={keepsFooter}>{footer}</Foot>}
        </Panel>
      </Radix.Portal>
    </Radix.Root>
  );
}

const rise = keyframes`
  from { transform: translateY(100%); }
`;
const sink = keyframes`
  to { transform: translateY(100%); }
`;
const grow = keyframes`
  from { opacity: 0; transform: translate(-50%, -48%) scale(0.97); }
`;
const shrink = keyframes`
  to { opacity: 0; transform: translate(-50%, -48%) scale(0.97); }
`;

const besideFoot = css`
  ${flat} {
    inset: auto 0 0;
    display: grid;
    grid-template: 'head foot' auto 'body foot' minmax(0, 1fr) / minmax(0, 1fr) ${size.flatFoot};
    width: auto;
    max-width: ${size.flatPanel};
    max-height: calc(100dvh - ${space.md});
    margin-inline: auto;
    padding-inline: ${safe.sides};
    transform: none;
    border-radius: ${radius.xl} ${radius.xl} 0 0;
    animation-name: ${rise};

    &[data-state='closed'] {
      animation-name: ${sink};
    }
    > :first-child {
      grid-area: head;
      padding-block: ${space.sm} ${space.none};
    }
    > :nth-child(2) {
      grid-area: body;
      padding-bottom: calc(${space.md} + ${safe.bottom});
    }
    > :last-child {
      grid-area: foot;
      display: grid;
      align-content: end;
      overflow-y: auto;
      padding-inline: ${space.lg};
      border-top: none;
      border-inline-start: thin solid ${colour('line')};
    }
  }
`;

const Panel = styled(Radix.Content)<{ $height: keyof typeof sheetHeight; $footed: boolean }>`
  position: fixed;
  z-index: ${layer.sheet};
  inset: auto 0 0;
  display: flex;
  flex-direction: column;
  height: ${({ $height }) => sheetHeight[$height]};
  max-height: ${sheetHeight.tall};
  color: ${colour('text')};
  background: ${colour('surface')};
  border-radius: ${radius.xl} ${radius.xl} 0 0;
  box-shadow: ${colour('shadow')};
  overflow: hidden;
  animation: ${rise} ${motion.calm} ${motion.out};

  ${cramped} {
    overflow-y: auto;
  }

  &[data-state='closed'] {
    animation: ${sink} ${motion.quick} ${motion.in} forwards;
  }

  ${up('md')} {
    inset: 50% auto auto 50%;
    width: ${size.centredPanel};
    transform: translate(-50%, -50%);
    border-radius: ${radius.xl};
    animation-name: ${grow};

    &[data-state='closed'] {
      animation-name: ${shrink};
    }
  }
  ${({ $footed }) => $footed && besideFoot}
`;

/** Above a picture only the button is left, on a ground of its own. */
const floating = css`
  position: absolute;
  z-index: ${layer.raised};
  inset: 0 0 auto auto;
  padding-bottom: ${space.none};

  > button {
    background: ${colour('surface')};
    box-shadow: ${colour('shadow')};
  }
`;

/**
 * With large text the whole panel scrolls. The title scrolls away, but the button that closes the sheet stays. It takes no
 * room of its own, because it is at the end of the title's first line or on the picture.
 */
const besideText = css`
  @media (orientation: portrait) {
    ${cramped} {
      display: contents;

      > :not(button) {
        flex: none;
        padding: ${space.lg} calc(${size.touch} + ${space.md}) ${space.sm} ${space.md};
      }
      > button {
        position: sticky;
        z-index: ${layer.raised};
        top: ${space.sm};
        order: -1;
        align-self: flex-end;
        margin: ${space.sm} ${space.sm} calc(-1 * (${size.touch} + ${space.sm}));
        background: ${colour('surface')};
      }
    }
  }
`;

const Head = styled.div<{ $floats: boolean }>`
  display: flex;
  align-items: flex-start;
  gap: ${space.sm};
  padding: ${space.lg} ${space.md} ${space.sm} ${space.xl};
  ${({ $floats }) => $floats && floating}

  ${cramped} {
    padding-inline: ${space.md} ${space.xs};
  }
  ${besideText}
`;

/** It ends where the panel scrolls, so it stays at the lower edge of the screen. */
const Foot = styled(LayerFoot)<{ $stays: boolean | undefined }>`
  ${cramped} {
    ${({ $stays }) => $stays && `position: sticky; z-index: ${layer.raised}; bottom: 0; padding-block: ${space.sm};`}
  }
`;

/** Extends over the padding of the body. */
const AcrossTop = styled.div`
  margin: calc(-1 * ${space.xs}) calc(-1 * ${space.xl}) ${space.lg};

  ${cramped} {
    margin-inline: calc(-1 * ${space.md});
  }
`;

const Title = styled(Radix.Title)`
  ${type.title};
  ${longWords};
`;

/** Scrolls with the body, because with large text there is no room to keep it visible. */
const Description = styled(Radix.Description)`
  margin: calc(-1 * ${space.sm}) 0 ${space.lg};
  color: ${colour('textMuted')};
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: ${space.xs} ${space.xl} ${space.xl};

  ${cramped} {
    flex: none;
    overflow: visible;
    padding-inline: ${space.md};
  }
  &:last-child {
    padding-bottom: calc(${space.xl} + ${safe.bottom});
  }
`;
