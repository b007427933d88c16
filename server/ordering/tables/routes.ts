import { codes } from '#contract/codes.ts';
import { headers } from '#contract/http/headers.ts';
import { qrcodeDigits } from '#contract/limits.ts';
import { getAllergy, setAllergy } from '#contract/calls/allergy.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { readTableValues } from '#server/ordering/cart/cart-answers.ts';
import { findAddressBlock } from '#server/platform/http/guard/address-block.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createBudget } from '#server/platform/http/routes/rate-limits.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { readAllergies, writeAllergy } from '#server/ordering/cart/allergies.ts';
import { followSession } from './follow-session.ts';
import { openOrJoinSession, type SessionDeps } from './sessions.ts';

/** Unknown QR codes in ten minutes. A camera reads a code correctly or not at all, so honest diners send few. */
const wrongScans = { ofDiner: 10, ofAddress: 100, seconds: 600 } as const;
/** Scans per diner and hour, so that one diner cannot occupy all tables. */
const scansPerHour = 60;

export function createTableRoutes(deps: SessionDeps & SubscriberDeps & LimiterDeps): Route[] {
  const wrongOfDiner = createBudget(
    deps.limiters,
    'wrongScansOfDiner',
    wrongScans.ofDiner,
    wrongScans.seconds,
  );
  const wrongOfAddress = createBudget(
    deps.limiters,
    'wrongScansOfAddress',
    wrongScans.ofAddress,
    wrongScans.seconds,
  );
  const scans = createBudget(deps.limiters, 'scansOfDiner', scansPerHour, 3600);
  /** The diner's session, if staff merged the session that the phone names with another one. */
  const findJoinedSession = async (asker: Asker, tableId: string, sessionId: string | undefined) => {
    if (sessionId === undefined) return undefined;
    const followed = await followSession(deps.db, asker, { tableId, sessionId });
    return followed?.hasJoined ? followed : undefined;
  };
  return [
    defineRoute(getTableByQrcode, 'diner', async ({ who, params, header }) => {
      const { userId } = who.asker;
      const block = findAddressBlock(who.address);
      // A long code cannot be guessed. It is read even if others used up the budget for wrong codes.
      const canBeGuessed = params.id.length < qrcodeDigits;
      if (canBeGuessed)
        await Promise.all([wrongOfDiner.requireRoom(userId), wrongOfAddress.requireRoom(block)]);
      const table = await deps.db
        .selectFrom('tables')
        .selectAll()
        .where('merchant_id', '=', who.merchantId)
        .where('qrcode_id', '=', params.id)
        .executeTakeFirst();
      if (!table) {
        if (canBeGuessed) await Promise.all([wrongOfDiner.spend(userId), wrongOfAddress.spend(block)]);
        throw createStatusRefusal(codes.notFound, 'No table has this QR code');
      }
      await scans.spend(userId);
      const joined = await findJoinedSession(who.asker, table.id, header(headers.tableSession));
      const { isNew, ...session } = joined
        ? { isNew: false, ...joined.session }
        : await openOrJoinSession(deps, table, who.asker);
      if (isNew)
        deps.subscribers.notify('dinerJoined', {
          merchantId: table.merchant_id,
          sessionId: session.id,
          userId,
        });
      const { guests, orderType } = await readTableValues(deps.db, session.id);
      return {
        tableId: session.tableId,
        tableName: session.tableName,
        merchantId: table.merchant_id,
        sessionId: session.id,
        guests,
        orderType,
        ...(joined && { qrcodeId: joined.qrcodeId }),
      };
    }),
    defineRoute(getAllergy, 'dinerAtTable', async ({ who: { asker, session } }) => ({
      allergy: (await readAllergies(deps.db, session.id)).get(asker.userId) ?? '',
    })),
    defineRoute(setAllergy, 'dinerAtTable', async ({ who: { asker, session }, body }) => ({
      allergy: await writeAllergy(deps.db, { sessionId: session.id, userId: asker.userId }, body.allergy),
    })),
  ];
}
