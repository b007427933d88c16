/** CX25: a dish's picture, sent as the file that it is. */
import * as z from 'zod/mini';
import { call } from '../http/call.ts';
import { countText } from '../fields.ts';
import { limits } from '../limits.ts';

/** Bytes of a picture: no camera makes a larger one. */
export const mostPictureBytes = 40 * 1024 * 1024;

export const uploadPicture = call('POST /api/staff/menu/picture', {
  query: z
    .object({
      /** The picture's name begins with it. */
      dishId: z
        .string()
        .check(z.regex(/^[\w.-]+$/, 'must be the id of a dish'), z.maxLength(limits.idLength)),
      /** Which square of it: pixels of the picture as it is seen, turned as its camera was. Absent: the server finds one. */
      left: z.optional(countText),
      top: z.optional(countText),
      side: z.optional(countText.check(z.refine((side) => side > 0, 'must not be 0'))),
    })
    .check(
      z.refine(
        ({ left, top, side }) => new Set([left, top, side].map((each) => each === undefined)).size === 1,
        'left, top and side belong together',
      ),
    ),
  fileBytes: mostPictureBytes,
  // The second one is for a picture whose type the browser does not know.
  fileTypes: ['image/*', 'application/octet-stream'],
  /** What `picture` of the dish is to be; it shows once the menu with it is published. */
  data: z.object({ picture: z.string() }),
  right: 'menu',
  scope: 'menu',
  timeout: 'commit',
});
