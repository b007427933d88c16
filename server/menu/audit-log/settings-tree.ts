/**
 * The settings of a restaurant as a tree for edits: tables and coupons by id, values as in a menu file, numbers as
 * text.
 */
import type { ReasonKind } from '#contract/staff-limits.ts';
import type { HouseCoupon, HouseSettings, HouseTable, HouseTax } from '#contract/calls/house.ts';
import { readOwn } from '#contract/menu-file/edits.ts';
import {
  usualPaidTableMinutes,
  usualPhoneCountry,
  type WholeCoupon,
  type WholeMerchant,
} from '#contract/menu-file/whole-merchant.ts';
import { listTexts } from '#contract/menu-file/localized.ts';

/** The parts of a restaurant that its settings page changes. */
export interface House {
  readonly settings: HouseSettings;
  readonly tables: HouseTable[];
  readonly coupons: HouseCoupon[];
}

export interface SettingsTree {
  readonly settings: HouseSettings;
  readonly tableOrder: readonly string[];
  readonly tables: Readonly<Record<string, Omit<HouseTable, 'id'>>>;
  readonly couponOrder: readonly string[];
  readonly coupons: Readonly<Record<string, Omit<HouseCoupon, 'id'>>>;
}

export function toHouse(whole: WholeMerchant): House {
  const { desc, lineLimit, tips, paymentPage, timeZone, dayEndsAt } = whole;
  return {
    settings: {
      name: whole.shortName,
      description: listTexts(desc).length === 0 ? null : desc,
      themeColor: whole.themeColor,
      cover: whole.cover ?? null,
      currency: whole.currency,
      decimals: String(whole.decimals),
      taxRate: whole.taxRate,
      taxName: whole.taxName,
      taxes: toHouseTaxes(whole),
      taxIncluded: whole.taxIncluded ?? false,
      serviceTaxed: whole.serviceTaxed ?? true,
      serviceChargeRate: whole.serviceChargeRate,
      guestMode: whole.guestMode,
      orderCodeRequired: whole.orderCodeRequired,
      guestOrders: whole.guestOrders ?? false,
      drawerPerPerson: whole.drawerPerPerson ?? false,
      holdCourses: whole.holdCourses ?? false,
      clearTableCartMinutes: String(whole.clearTableCartMinutes),
      kitchenTracking: whole.kitchenTracking ?? true,
      paidTableMinutes: String(whole.paidTableMinutes ?? usualPaidTableMinutes),
      lineLimit: lineLimit ?? null,
      cashCoin: whole.cashCoin ?? null,
      tips: (tips ?? []).map(String),
      paymentPage: paymentPage ?? null,
      taxId: whole.taxId ?? null,
      address: whole.address ?? [],
      receiptFooter: whole.receiptFooter ?? [],
      timeZone: timeZone ?? null,
      dayEndsAt: dayEndsAt === undefined ? null : String(dayEndsAt),
      phoneCountry: whole.phoneCountry ?? usualPhoneCountry,
      waiterLimits: toHouseLimits(whole.waiterLimits),
      managerLimits: toHouseLimits(whole.managerLimits),
      reasons: { void: [], discount: [], refund: [], ...toLists(whole.reasons) },
      openingHours: whole.openingHours ?? [],
      openingDates: whole.openingDates ?? [],
      ordersPerTenMinutes: whole.ordersPerTenMinutes === undefined ? null : String(whole.ordersPerTenMinutes),
    },
    tables: whole.tables.map(({ id, name, qrcodeId }) => ({ id, name, qrcode: qrcodeId })),
    coupons: whole.coupons.map(toHouseCoupon),
  };
}

function toHouseLimits(limits: WholeMerchant['waiterLimits'] = {}): HouseSettings['waiterLimits'] {
  const { discount, void: ofVoid = null, refund = null, unpaid = null } = limits;
  return { discount: discount === undefined ? null : String(discount), void: ofVoid, refund, unpaid };
}

function toLists(reasons: WholeMerchant['reasons'] = {}): Partial<Record<ReasonKind, string[]>> {
  return Object.fromEntries(Object.entries(reasons).map(([kind, list]) => [kind, [...list]]));
}

export function toHouseTaxes({ taxes = [] }: Pick<WholeMerchant, 'taxes'>): HouseTax[] {
  return taxes.map(({ toGoRate = null, ...tax }) => ({ ...tax, toGoRate }));
}

function toHouseCoupon(coupon: WholeCoupon): HouseCoupon {
  const { id, name, discountType, discountValue, thresholdAmount, maxDiscountAmount, spans } = coupon;
  return {
    id,
    name,
    discount: discountType === 1 ? `${discountValue}%` : discountValue,
    from: thresholdAmount,
    atMost: maxDiscountAmount,
    spans: spans ?? 'round',
  };
}

export function toSettingsTree({ settings, tables, coupons }: House): SettingsTree {
  return {
    settings,
    tableOrder: tables.map(({ id }) => id),
    tables: indexById(tables),
    couponOrder: coupons.map(({ id }) => id),
    coupons: indexById(coupons),
  };
}

/** Restores the lists. It skips ids without an entry, and puts entries that are missing in the order last. */
export function restoreLists({ settings, tableOrder, tables, couponOrder, coupons }: SettingsTree): House {
  return { settings, tables: sortEntries(tableOrder, tables), coupons: sortEntries(couponOrder, coupons) };
}

function indexById<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
): Record<string, Omit<Entry, 'id'>> {
  return Object.fromEntries(entries.map(({ id, ...rest }) => [id, rest]));
}

function sortEntries<Entry extends object>(
  order: readonly string[],
  entries: Readonly<Record<string, Entry>>,
): (Entry & { readonly id: string })[] {
  return [...new Set([...order, ...Object.keys(entries)])].flatMap((id) => {
    const entry = readOwn(entries, id);
    return entry ? [{ ...entry, id }] : [];
  });
}
