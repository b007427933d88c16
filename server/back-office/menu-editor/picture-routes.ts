import { codes } from '#contract/codes.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudget, createBudgetRefusal } from '#server/platform/http/routes/rate-limits.ts';
import { createStatusRefusal, type Refusal, type Route } from '#server/platform/http/routes/route.ts';
import { createConcurrencyLimit } from '#server/platform/http/routes/concurrency-limit.ts';
import { maxPicturePixels, type UploadFault } from '#server/menu/menu-file/draw-dish.ts';
import type { PictureFiles } from '#server/platform/pictures/picture-files.ts';
import { drawUploadedPicture } from '#server/menu/menu-file/pictures.ts';
import { defineStaffRoute } from '#server/service/staff/staff-route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
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

function refusePicture(fault: UploadFault | 'tooSlow'): Refusal {
  const words = getServerTexts(`pictures.${fault}`, (language) => {
    const number = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: 'long' });
    return { most: number.format(maxPicturePixels) };
  });
  return createStatusRefusal(codes.badRequest, words);
}

/** The upload of pictures on the menu page and of the cover in the settings. The server stores them in the same form as imported pictures. */
export function createPictureRoutes({
  pictures,
  limiters,
}: LimiterDeps & { readonly pictures: PictureFiles }): Route[] {
  // A decoded picture takes hundreds of megabytes, so the server decodes only a few at a time. Each restaurant has at
  // most one of them. A restaurant therefore does not wait for all pictures of another one.
  const limitOfMerchant = createConcurrencyLimit(1);
  const limitOfServer = createConcurrencyLimit(maxDrawnAtOnce);
  const runInTurn = async <Result>(merchantId: string, work: () => Promise<Result>): Promise<Result> =>
    await limitOfMerchant(merchantId, () => limitOfServer('all', work));

  const perHour = createBudget(limiters, 'picturesOfMerchant', picturesPerHour, 3_600);
  const runInSlot = createUploadSlots(pictureSlots);

  return [
    defineStaffRoute(
      uploadPicture,
      async (merchantId, { query: { dishId, left = 0, top = 0, side, shape }, readFile }) => {
        const square = side === undefined ? undefined : { left, top, side };
        const read = async (lost: AbortSignal) => {
          await perHour.spend(merchantId);
          return await readFile(lost);
        };
        return await runInSlot(merchantId, read, (bytes) =>
          runInTurn(merchantId, async () => {
            const name = `${merchantId}-${shape ?? dishId}`;
            const sent = await drawUploadedPicture(bytes, name, pictures, { square, shape });
            if (typeof sent === 'string') throw refusePicture(sent);
            await sent.save();
            return { picture: sent.name };
          }),
        );
      },
    ),
  ];
}
