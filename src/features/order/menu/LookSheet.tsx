import { useTranslation } from 'react-i18next';
import { TextSizeChoice, ThemeChoice } from '#ui/page/AppearanceChoices.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Stack } from '#ui/primitives.tsx';

/** Text size and colours, one tap away from the menu for diners who can hardly read it. */
export default function LookSheet({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation('menu');
  return (
    <Sheet open={open} onClose={onClose} title={t('look')}>
      <Stack $gap="xl" $below="md">
        <TextSizeChoice />
        <ThemeChoice />
      </Stack>
    </Sheet>
  );
}
