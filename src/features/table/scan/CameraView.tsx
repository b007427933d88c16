import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { border, colour, radius, space } from '#ui/theme/tokens.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Spinner } from '#ui/feedback/Spinner.tsx';

/** ms between two looks at the picture: a code is held still for longer. */
const lookEvery = 200;

interface Props {
  onFound(text: string): void;
}

/** The camera's picture, watched for a QR code until one is found. */
export function CameraView({ onFound }: Props) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} onFound={onFound} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ onFound, onRetry }: Props & { onRetry(): void }) {
  const { t } = useTranslation('scan');
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<CameraFailure | 'reader'>();
  const [isRunning, setRunning] = useState(false);
  const found = useEffectEvent(onFound);

  useEffect(() => {
    let left = false;
    let opened: MediaStream | undefined;
    const watch = async () => {
      const camera = await openCamera();
      if (!camera.ok) return left || setFailure(camera.failure);
      opened = camera.stream;
      const picture = video.current;
      if (left || !picture) return closeCamera(opened);
      picture.srcObject = opened;
      await picture.play().catch(() => undefined);
      setRunning(true);
      const { openQrReader } = await import('./qr-reader.ts');
      const reader = await openQrReader();
      while (!left) {
        // A picture that can't be read is followed by one that can.
        const text =
          picture.readyState >= picture.HAVE_CURRENT_DATA
            ? await reader.read(picture).catch(() => undefined)
            : undefined;
        if (text !== undefined && !left) return found(text);
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
      }
    };
    watch().catch((error: unknown) => {
      console.warn('the QR reader could not be loaded', error);
      if (!left) setFailure('reader');
    });
    return () => {
      left = true;
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

/** Where to hold the code. */
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

/** Why there is no picture of the camera. */
type CameraFailure = 'insecure' | 'denied' | 'none' | 'busy' | 'other';

type CameraResult =
  | { readonly ok: true; readonly stream: MediaStream }
  | { readonly ok: false; readonly failure: CameraFailure };

/** Opens the camera at the phone's back. Never rejects. */
async function openCamera(): Promise<CameraResult> {
  const devices = (navigator as Partial<Navigator>).mediaDevices;
  // D24: a page over plain HTTP has no camera at all.
  if (!devices) return { ok: false, failure: 'insecure' };
  try {
    const video = { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } };
    return { ok: true, stream: await devices.getUserMedia({ video, audio: false }) };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function failureOf(error: unknown): CameraFailure {
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
