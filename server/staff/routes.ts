import { createHash, timingSafeEqual } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import { setSoldOut, staffTokenHeader } from '#contract/staff.ts';
import { announceMenuChanged } from '#server/realtime/announce.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal, route, type Route } from '#server/http/route.ts';
import { markSoldOut } from '#server/catalogue/sold-out.ts';

/** What the restaurant's own systems may do; without STAFF_TOKEN nobody may. */
export function staffRoutes(deps: Deps): Route[] {
  const { db, config } = deps;
  if (config.staffToken === undefined) return [];
  const expected = digest(config.staffToken);
  const requireStaff = (token: string | undefined) => {
    if (token === undefined || !timingSafeEqual(digest(token), expected))
      throw new Refusal(codes.forbidden, `The header ${staffTokenHeader} is missing or wrong`, {
        status: 403,
      });
  };

  return [
    route(
      setSoldOut,
      'nothing',
      async ({ body: { merchantId, productId, soldOut }, header }) => {
        requireStaff(header(staffTokenHeader));
        const changed = await markSoldOut(db, merchantId, productId, soldOut);
        if (changed) await announceMenuChanged(deps, merchantId);
        return { changed };
      },
      { perMinute: 120 },
    ),
  ];
}

/** Of one length whatever was sent, so that the comparison tells nothing. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
