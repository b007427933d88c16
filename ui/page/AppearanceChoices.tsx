import { useTranslation } from 'react-i18next';
import { useThemeChoice } from '#ui/theme/AppThemeProvider.tsx';
import { Choices } from '#ui/controls/Choices.tsx';

/** Light, dark, or the phone's setting. */
export function ThemeChoice() {
  const { t } = useTranslation('member');
  const { chosen, choose } = useThemeChoice();
  return (
    <Choices
      legend={t('account.theme')}
      value={chosen ?? 'system'}
      onChange={(value) => choose(value === 'system' ? undefined : value)}
      options={(['system', 'light', 'dark'] as const).map((value) => ({
        value,
        label: t(`account.themes.${value}`),
      }))}
    />
  );
}

/** The app's text size, in addition to the phone's setting. */
export function TextSizeChoice() {
  const { t } = useTranslation('member');
  const { textSize, chooseTextSize } = useThemeChoice();
  return (
    <Choices
      legend={t('account.textSize')}
      value={textSize}
      onChange={chooseTextSize}
      options={(['normal', 'large', 'largest', 'double'] as const).map((value) => ({
        value,
        label: t(`account.textSizes.${value}`),
      }))}
    />
  );
}
