import { codes } from '#contract/codes.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { createBudget, createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import { createConcurrencyLimit } from '#server/platform/http/routes/concurrency-limit.ts';
import { maxPicturePixels } from '#server/menu/menu-file/draw-dish.ts';
import { drawUploadedPicture } from '#server/menu/menu-file/pictures.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { createUploadSlots } from './upload-slots.ts';

/** Pictures of one restaurant that are uploaded at the same time. Each is up to 40 MiB. */
export const pictureSlots = {
  atOnce: 4,
  maxWaiting: 0,
  refusal: () => createBudgetRefusal('picturesAtOnce', 1),
};
/** Limit of one restaurant. It is high, because a new menu gets all its pictures within an hour. */
const picturesPerHour = 1_000;

/** Pictures that the server decodes at the same time, of all restaurants. */
const maxDrawnAtOnce = 2;

const words = {
  unreadable: {
    'en-US': 'This picture cannot be read: send a JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG',
    'zh-TW': '這不是能讀取的圖片，請改用 JPEG、PNG、WebP、AVIF、GIF、TIFF 或 SVG',
  },
  tooManyPixels: {
    'en-US': `This picture has too many pixels: at most ${maxPicturePixels / 1e6} million`,
    'zh-TW': `圖片的像素太多了，最多 ${maxPicturePixels / 1e4} 萬像素`,
  },
  tooSlow: {
    'en-US': 'This picture is too much work: send it as a JPEG or smaller',
    'zh-TW': '這張圖片處理起來太久了，請改用 JPEG 或較小的圖片',
  },
  outside: {
    'en-US': 'This square lies beyond the edge of the picture',
    'zh-TW': '選取的範圍超出圖片邊緣',
  },
} as const;

/** The upload of pictures on the menu page. The server stores them in the same form as imported pictures. */
export function createPictureRoutes({ config }: { readonly config: { readonly dataDir: string } }): Route[] {
  // A decoded picture takes hundreds of megabytes, so the server decodes only a few at a time. Each restaurant has at
  // most one of them. A restaurant therefore does not wait for all pictures of another one.
  const limitOfMerchant = createConcurrencyLimit(1);
  const limitOfServer = createConcurrencyLimit(maxDrawnAtOnce);
  const runInTurn = async <Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> =>
    await limitOfMerchant(merchantId, () => limitOfServer('all', work));

  const perHour = createBudget('picturesOfMerchant', picturesPerHour, 3_600);
  const runInSlot = createUploadSlots(pictureSlots);

  return [
    defineStaffRoute(
      uploadPicture,
      async (merchantId, { query: { dishId, left = 0, top = 0, side }, file }) => {
        const square = side === undefined ? undefined : { left, top, side };
        const read = async (lost: AbortSignal) => {
          await perHour.spend(merchantId);
          return await file(lost);
        };
        return await runInSlot(merchantId, read, (bytes) =>
          runInTurn(merchantId, async () => {
            const sent = await drawUploadedPicture(bytes, `${merchantId}-${dishId}`, config, square);
            if (typeof sent === 'string') throw createStatusRefusal(codes.badRequest, words[sent]);
            await sent.save();
            return { picture: sent.name };
          }),
        );
      },
    ),
  ];
}
