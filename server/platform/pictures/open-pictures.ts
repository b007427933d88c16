import { join } from 'node:path';
import { createPictureFiles, type PictureFiles } from './picture-files.ts';
import { createS3Store, type S3Config } from './s3-store.ts';

export function findPicturesFolder(dataDir: string): string {
  return join(dataDir, 'pictures');
}

interface Places {
  readonly dataDir: string;
  /** undefined: the folder alone. */
  readonly pictureStore: S3Config | undefined;
}

/** Opens the pictures of this installation: the folder, or the folder in front of a store. */
export function openPictures({ dataDir, pictureStore }: Places): PictureFiles {
  return createPictureFiles(findPicturesFolder(dataDir), {
    store: pictureStore && createS3Store(pictureStore),
  });
}
