/** Why there is no picture of the camera. */
export type CameraFailure = 'insecure' | 'denied' | 'none' | 'busy' | 'other';

type CameraResult =
  | { readonly ok: true; readonly stream: MediaStream }
  | { readonly ok: false; readonly failure: CameraFailure };

/** Opens the camera at the phone's back. Never rejects. */
export async function openCamera(): Promise<CameraResult> {
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

export function closeCamera(stream: MediaStream): void {
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
