import { mostPictureBytes } from '#contract/calls/menu-picture.ts';
import type { Extent, Square } from './crop.ts';

/** The side of the uploaded square in pixels. Phones show it smaller. */
const sentSide = 640;

export type OpenedPicture =
  | { readonly kind: 'opened'; readonly bitmap: ImageBitmap; readonly extent: Extent }
  /** This browser cannot read it. The server may. */
  | { readonly kind: 'unread' }
  /** Neither this browser nor the server can read it. */
  | { readonly kind: 'heic' }
  | { readonly kind: 'tooLarge' };

/** Opens a picture, rotated as its camera recorded. */
export async function openPicture(file: File): Promise<OpenedPicture> {
  if (file.size > mostPictureBytes) return { kind: 'tooLarge' };
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { kind: 'opened', bitmap, extent: { width: bitmap.width, height: bitmap.height } };
  } catch {
    const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
    return { kind: isHeic ? 'heic' : 'unread' };
  }
}

/** Cuts out the square and scales it down for the upload. */
export async function cutSquare(bitmap: ImageBitmap, { left, top, side }: Square): Promise<Blob> {
  const sent = Math.min(sentSide, Math.ceil(side));
  return await drawJpeg(bitmap, { left, top, width: side, height: side }, { width: sent, height: sent });
}

/** Scales a picture down for the upload, unless it is narrow. */
export async function scaleDown(bitmap: ImageBitmap, width: number): Promise<Blob> {
  const scale = Math.min(1, width / bitmap.width);
  const sent = { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  return await drawJpeg(bitmap, { left: 0, top: 0, width: bitmap.width, height: bitmap.height }, sent);
}

async function drawJpeg(
  bitmap: ImageBitmap,
  part: Extent & { readonly left: number; readonly top: number },
  sent: Extent,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = sent.width;
  canvas.height = sent.height;
  const context = canvas.getContext('2d');
  // White below transparent parts, which would turn black.
  if (context) {
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, part.left, part.top, part.width, part.height, 0, 0, sent.width, sent.height);
  }
  return await new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
      'image/jpeg',
      0.9,
    ),
  );
}
