import { prepareZXingModule, BarcodeDetector as PortableDetector } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads QR codes out of pictures. */
interface QrReader {
  /** The text of the first code in sight, undefined when there is none. */
  read(picture: CanvasImageSource & ImageBitmapSource): Promise<string | undefined>;
}

interface Detector {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorType {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The phone's own detector where it knows QR codes, else the library's, its program served from here. */
export async function openQrReader(): Promise<QrReader> {
  const detector = (await ownDetector()) ?? libraryDetector();
  return {
    async read(picture) {
      const [code] = await detector.detect(picture);
      return code?.rawValue || undefined;
    },
  };
}

async function ownDetector(): Promise<Detector | undefined> {
  const Own = (globalThis as { BarcodeDetector?: DetectorType }).BarcodeDetector;
  try {
    if (!Own || !(await Own.getSupportedFormats()).includes('qr_code')) return undefined;
    return new Own({ formats: ['qr_code'] });
  } catch {
    // Some browsers have the name without the service behind it.
    return undefined;
  }
}

function libraryDetector(): Detector {
  prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
    },
  });
  return new PortableDetector({ formats: ['qr_code'] });
}
