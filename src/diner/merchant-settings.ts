import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { setting } from '#contract/states.ts';

/** The merchant's settings that the phone uses. */
interface MerchantSettings {
  readonly guestMode: boolean;
  readonly orderCodeRequired: boolean;
  /** `#rrggbb`. undefined for the app's own colour. */
  readonly themeColour: string | undefined;
  /** Minutes after which the app asks about an unchanged cart. undefined for never. */
  readonly clearTableCartMinutes: number | undefined;
}

/** Reads the settings. Guest mode and order code are on unless a setting turns them off. */
export function readMerchantSettings(
  merchant: Pick<TinyMerchant, 'necessarySettingValues'> | undefined,
): MerchantSettings {
  const values = new Map(
    merchant?.necessarySettingValues.map(({ templateEnum, value }) => [templateEnum, value]),
  );
  const colour = values.get(setting.themePrimaryColour);
  const minutes = Number(values.get(setting.clearTableCartMinutes) ?? Number.NaN);
  return {
    guestMode: isOn(values.get(setting.supportsGuest)),
    orderCodeRequired: isOn(values.get(setting.orderCodeRequired)),
    themeColour: colour && /^#[0-9a-f]{6}$/i.test(colour) ? colour : undefined,
    clearTableCartMinutes: minutes > 0 ? minutes : undefined,
  };
}

function isOn(value: string | undefined): boolean {
  return value === undefined || !['false', '0', ''].includes(value.trim().toLowerCase());
}
