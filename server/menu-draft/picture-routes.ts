import { codes } from '#contract/codes.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { budget, overBudget } from '#server/http/routes/rate-limits.ts';
import { statusRefusal, type Route } from '#server/http/routes/route.ts';
import { sentPicture } from '#server/menu-file/own-pictures.ts';
import { staffRoute } from '#server/staff/staff-route.ts';

/** Of one restaurant: what its people send side by side, and a menu that gets all its pictures at once. */
const picturesAtOnce = 4;
const picturesPerHour = 1_000;

const words = {
  unreadable: {
    'en-US': 'This is no picture that can be read: send a JPEG, PNG, WebP, AVIF, GIF, TIFF or SVG',
    'zh-TW': '這不是能讀取的圖片，請改用 JPEG、PNG、WebP、AVIF、GIF、TIFF 或 SVG',
  },
  outside: {
    'en-US': 'This square lies beyond the edge of the picture',
    'zh-TW': '選取的範圍超出圖片邊緣',
  },
} as const;

/** CX25: pictures that the menu page sends; kept as those of an import are. */
export function pictureRoutes({ config }: { readonly config: { readonly dataDir: string } }): Route[] {
  // A picture unfolds to hundreds of megabytes: one after the other.
  let earlier: Promise<unknown> = Promise.resolve();
  const inLine = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = earlier.then(work);
    earlier = done.catch(() => undefined);
    return await done;
  };

  const perHour = budget('picturesOfMerchant', picturesPerHour, 3_600);
  const inHand = new Map<string, number>();
  /** D37: each is 40 MiB of memory until its turn comes. */
  const held = async <Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> => {
    const others = inHand.get(merchantId) ?? 0;
    if (others >= picturesAtOnce) throw overBudget('picturesAtOnce', 1);
    inHand.set(merchantId, others + 1);
    try {
      await perHour.spend(merchantId);
      return await work();
    } finally {
      inHand.set(merchantId, inHand.get(merchantId)! - 1);
    }
  };

  return [
    staffRoute(uploadPicture, async (merchantId, { query: { dishId, left = 0, top = 0, side }, file }) => {
      const square = side === undefined ? undefined : { left, top, side };
      return await held(merchantId, async () => {
        const bytes = await file();
        return await inLine(async () => {
          const sent = await sentPicture(bytes, `${merchantId}-${dishId}`, config, square);
          if (typeof sent === 'string') throw statusRefusal(codes.badRequest, words[sent]);
          await sent.save();
          return { picture: sent.name };
        });
      });
    }),
  ];
}
