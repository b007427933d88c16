/** Uploads the picture of a dish, or the restaurant's cover. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { countText } from '../fields.ts';
import { limits } from '../limits.ts';

/** The largest picture in bytes. No camera makes a larger one. */
export const mostPictureBytes = 40 * 1024 * 1024;

export const uploadPicture = call('POST /api/staff/menu/picture', {
  query: z
    .object({
      /** The picture's name begins with it. For a cover, any name. */
      dishId: z
        .string()
        .check(z.regex(/^[\w.-]+$/, 'must be the id of a dish'), z.maxLength(limits.idLength)),
      /**
       * The square to use, in pixels of the picture after the camera's rotation. Without it, the server chooses one.
       */
      left: z.optional(countText),
      top: z.optional(countText),
      side: z.optional(countText.check(z.refine((side) => side > 0, 'must not be 0'))),
      /** Wide, for the top of the menu. Without it, a square. */
      shape: z.optional(z.literal('cover')),
    })
    .check(
      z.refine(
        ({ left, top, side }) => new Set([left, top, side].map((each) => each === undefined)).size === 1,
        'left, top and side belong together',
      ),
      z.refine(({ side, shape }) => side === undefined || shape === undefined, 'a cover is not a square'),
    ),
  fileBytes: mostPictureBytes,
  // The second type is for a picture whose type the browser does not know.
  fileTypes: ['image/*', 'application/octet-stream'],
  /** The new `picture` of the dish, which diners see once that menu is published, or the `cover` of the settings. */
  data: z.object({ picture: z.string() }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});
