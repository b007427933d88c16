import { codes } from '#contract/codes.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { createBudget, budgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { statusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import { createConcurrencyLimit } from '#server/platform/http/routes/concurrency-limit.ts';
import { mostPicturePixels } from '#server/menu/menu-file/draw-dish.ts';
import { drawUploadedPicture } from '#server/menu/menu-file/pictures.ts';
import { staffRoute } from '#server/service/staff/staff-route.ts';
import { createUploadSlots } from './upload-slots.ts';

/** Each is 40 MiB. */
export const picturePlaces = { atOnce: 4, mostWaiting: 0, refusal: () => budgetRefusal('picturesAtOnce', 1) };
/** Of one restaurant: a menu may get all its pictures at once. */
const picturesPerHour = 1_000;

/** Of all restaurants. */
const drawnAtOnce = 2;

const words = {
  unreadable: {
    'en-US': 'This is no picture that can be read: send a JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG',
    'zh-TW': '這不是能讀取的圖片，請改用 JPEG、PNG、WebP、AVIF、GIF、TIFF 或 SVG',
  },
  tooManyPixels: {
    'en-US': `This picture has too many pixels: at most ${mostPicturePixels / 1e6} million`,
    'zh-TW': `圖片的像素太多了，最多 ${mostPicturePixels / 1e4} 萬像素`,
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

/** CX25: pictures that the menu page sends; kept as those of an import are. */
export function pictureRoutes({ config }: { readonly config: { readonly dataDir: string } }): Route[] {
  // A picture unfolds to hundreds of megabytes, so few are drawn at once. Each restaurant has at most one of them, and
  // they take turns: nobody waits for all pictures of another restaurant.
  const ofMerchant = createConcurrencyLimit(1);
  const ofAll = createConcurrencyLimit(drawnAtOnce);
  const inLine = async <Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> =>
    await ofMerchant(merchantId, () => ofAll('all', work));

  const perHour = createBudget('picturesOfMerchant', picturesPerHour, 3_600);
  const atPlace = createUploadSlots(picturePlaces);

  return [
    staffRoute(uploadPicture, async (merchantId, { query: { dishId, left = 0, top = 0, side }, file }) => {
      const square = side === undefined ? undefined : { left, top, side };
      const read = async (lost: AbortSignal) => {
        await perHour.spend(merchantId);
        return await file(lost);
      };
      return await atPlace(merchantId, read, (bytes) =>
        inLine(merchantId, async () => {
          const sent = await drawUploadedPicture(bytes, `${merchantId}-${dishId}`, config, square);
          if (typeof sent === 'string') throw statusRefusal(codes.badRequest, words[sent]);
          await sent.save();
          return { picture: sent.name };
        }),
      );
    }),
  ];
}
