import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, space } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Spinner } from '#ui/feedback/Spinner.tsx';

/** The time between two attempts to read the picture, ms. */
const readEveryMs = 200;

interface Props {
  onFound(text: string): void;
}

/** Shows the camera's picture until a QR code is found in it. */
export function CameraView({ onFound }: Props) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} onFound={onFound} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ onFound, onRetry }: Props & { onRetry(): void }) {
  const { t } = useTranslation('scan');
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<CameraFailure | 'reader'>();
  const [isRunning, setRunning] = useState(false);
  const handleFound = useEffectEvent(onFound);

  useEffect(() => {
    let isCancelled = false;
    let opened: MediaStream | undefined;
    const watch = async () => {
      const camera = await openCamera();
      if (!camera.ok) return isCancelled || setFailure(camera.failure);
      opened = camera.stream;
      const picture = video.current;
      if (isCancelled || !picture) return closeCamera(opened);
      picture.srcObject = opened;
      await picture.play().catch(() => undefined);
      setRunning(true);
      const { openQrReader } = await import('./qr-reader.ts');
      const reader = await openQrReader();
      while (!isCancelled) {
        // A failure concerns one picture only. The next one may be readable.
        const text =
          picture.readyState >= picture.HAVE_CURRENT_DATA
            ? await reader.read(picture).catch(() => undefined)
            : undefined;
        if (text !== undefined && !isCancelled) return handleFound(text);
        await new Promise((resolve) => setTimeout(resolve, readEveryMs));
      }
    };
    watch().catch((error: unknown) => {
      console.warn('the QR reader could not be loaded', error);
      if (!isCancelled) setFailure('reader');
    });
    return () => {
      isCancelled = true;
      if (opened) closeCamera(opened);
      setRunning(false);
    };
  }, []);

  if (failure !== undefined)
    return (
      <Banner tone="warning">
        <p>{t(`camera.${failure}`)}</p>
        {failure !== 'insecure' && failure !== 'none' && (
          <Button variant="quiet" onClick={onRetry}>
            {t('camera.again')}
          </Button>
        )}
      </Banner>
    );
  return (
    <Frame>
      <video ref={video} playsInline muted aria-label={t('camera.label')} />
      <Corners aria-hidden />
      {!isRunning && (
        <Waiting>
          <Spinner /> {t('camera.opening')}
        </Waiting>
      )}
    </Frame>
  );
}

const Frame = styled.div`
  position: relative;
  aspect-ratio: 1;
  overflow: hidden;
  background: ${colour('sunken')};
  border-radius: ${radius.xl};

  > video {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** A frame that shows where to hold the code. */
const Corners = styled.div`
  position: absolute;
  inset: 16%;
  border: ${border.bold} solid ${colour('accent')};
  border-radius: ${radius.lg};
`;

const Waiting = styled.output`
  position: absolute;
  inset: 0;
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space.sm};
  color: ${colour('textMuted')};
`;

/** Why the camera gives no picture. */
type CameraFailure = 'insecure' | 'denied' | 'none' | 'busy' | 'other';

type CameraResult =
  | { readonly ok: true; readonly stream: MediaStream }
  | { readonly ok: false; readonly failure: CameraFailure };

/** Opens the phone's back camera. Never rejects. */
async function openCamera(): Promise<CameraResult> {
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  // Browsers offer no camera to a page over plain HTTP.
  if (!devices) return { ok: false, failure: 'insecure' };
  try {
    const video = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } };
    return { ok: true, stream: await devices.getUserMedia({ video, audio: false }) };
  } catch (error) {
    return { ok: false, failure: toCameraFailure(error) };
  }
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function toCameraFailure(error: unknown): CameraFailure {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'AbortError':
      return 'busy';
    default:
      return 'other';
  }
}
