import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Text } from '#ui/primitives.tsx';

/** The head of a view that takes the place of the list: the way back, and the title. */
export function ViewHead({ title, onBack }: { title: string; onBack(): void }) {
  const { t } = useTranslation('ownerMenu');
  return (
    <Row $align="center" $gap="xs">
      <IconButton label={t('list.back')} onClick={onBack}>
        <ArrowLeft aria-hidden />
      </IconButton>
      <Text as="h2" $type="title">
        {title}
      </Text>
    </Row>
  );
}
