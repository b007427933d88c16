import { useCallback, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, size, space } from '#ui/theme/tokens.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Label } from '#ui/controls/TextField.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Small, Stack } from '#ui/primitives.tsx';
import { Note } from '../fields/TextBox.tsx';
import { changeCrop, middle, mostZoom, calculateSquare, type Crop, type Extent } from './crop.ts';
import { cutSquare } from './read-picture.ts';

interface Props {
  readonly bitmap: ImageBitmap;
  readonly extent: Extent;
  readonly busy: boolean;
  /** Why the upload failed. */
  readonly problem: string | undefined;
  onClose(): void;
  onDone(picture: Blob): void;
}

/** How far an arrow key moves the square, as a share of the picture's side. */
const step = 0.02;
/** The canvas size in pixels. */
const shownSide = 480;

/** Chooses the square of the picture that diners see. It is dragged or moved with the arrow keys; a slider zooms. */
export function CropSheet({ bitmap, extent, busy, problem, onClose, onDone }: Props) {
  const { t } = useTranslation('ownerMenu');
  const [crop, setCrop] = useState<Crop>(middle);
  const move = (change: Partial<Crop>) => setCrop(changeCrop(extent, crop, change));

  // Runs for each new square, and when the sheet opens.
  const draw = useCallback(
    (canvas: HTMLCanvasElement | null) => {
      const { left, top, side } = calculateSquare(extent, crop);
      canvas?.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, shownSide, shownSide);
    },
    [bitmap, extent, crop],
  );

  const handleDrag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pixels = calculateSquare(extent, crop).side / event.currentTarget.clientWidth;
    move({
      x: crop.x - (event.movementX * pixels) / extent.width,
      y: crop.y - (event.movementY * pixels) / extent.height,
    });
  };
  const handleKey = (event: KeyboardEvent) => {
    const [right, down] = arrows[event.key] ?? [0, 0];
    if (right === 0 && down === 0) return;
    event.preventDefault();
    move({ x: crop.x + right * step, y: crop.y + down * step });
  };

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('picture.crop')}
      description={t('picture.cropHint')}
      footer={
        <Stack $gap="sm">
          {problem !== undefined && (
            <Note $wrong role="alert">
              {problem}
            </Note>
          )}
          <Button
            wide
            busy={busy}
            onClick={() => void cutSquare(bitmap, calculateSquare(extent, crop)).then(onDone)}
          >
            {t(busy ? 'picture.sending' : 'picture.take')}
          </Button>
        </Stack>
      }
    >
      <Stack $gap="md" $align="center" $above="xs">
        <Frame
          ref={draw}
          width={shownSide}
          height={shownSide}
          tabIndex={0}
          role="application"
          aria-label={t('picture.frame')}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={handleDrag}
          onKeyDown={handleKey}
          data-autofocus
        />
        <Zoom zoom={crop.zoom} onZoom={(zoom) => move({ zoom })} />
        <Small>{t('picture.round')}</Small>
      </Stack>
    </Sheet>
  );
}

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function Zoom({ zoom, onZoom }: { zoom: number; onZoom(zoom: number): void }) {
  const { t } = useTranslation('ownerMenu');
  return (
    <Nearer>
      <Label htmlFor="picture-zoom">{t('picture.zoom')}</Label>
      <input
        id="picture-zoom"
        type="range"
        min={1}
        max={mostZoom}
        step={0.05}
        value={zoom}
        onChange={({ target }) => onZoom(Number(target.value))}
      />
    </Nearer>
  );
}

/** Round, like the dish pictures on a phone. */
const Frame = styled.canvas`
  width: ${size.plateLarge};
  aspect-ratio: 1;
  background: ${colour('sunken')};
  border: ${border.thick} solid ${colour('line')};
  border-radius: ${radius.round};
  cursor: move;
  touch-action: none;
`;

const Nearer = styled.div`
  display: flex;
  align-items: center;
  gap: ${space.md};
  width: 100%;
  min-height: ${size.touch};

  > input {
    flex: 1;
    min-width: 0;
    accent-color: ${colour('accent')};
  }
`;
