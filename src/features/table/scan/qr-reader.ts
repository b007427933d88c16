import { prepareZXingModule, BarcodeDetector as PortableDetector } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** Reads QR codes in pictures. */
interface QrReader {
  /** The text of the first code in the picture. undefined if there is none. */
  read(picture: CanvasImageSource & ImageBitmapSource): Promise<string | undefined>;
}

interface Detector {
  detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorType {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Uses the browser's detector if it supports QR codes, else a WebAssembly library that this app serves itself. */
export async function openQrReader(): Promise<QrReader> {
  const detector = (await ownDetector()) ?? createLibraryDetector();
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
    // Some browsers define the class, but its service fails.
    return undefined;
  }
}

function createLibraryDetector(): Detector {
  prepareZXingModule({
    overrides: {
      locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
    },
  });
  return new PortableDetector({ formats: ['qr_code'] });
}
