import type { TinyMerchant } from '#contract/calls/merchant.ts';
import { setting } from '#contract/states.ts';

/** The settings of a merchant that the phone acts on. */
interface MerchantSettings {
  readonly guestMode: boolean;
  readonly orderCodeRequired: boolean;
  /** undefined: the app's own colour. */
  readonly themeColour: string | undefined;
  /** Minutes after which an untouched cart is asked about; undefined: never. */
  readonly clearTableCartMinutes: number | undefined;
}

/** CB2: guest mode and order code are on unless the settings say otherwise. */
export function settingsOf(
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
