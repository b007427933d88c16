import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allergyLength } from '#contract/allergy.ts';
import { useDiner } from '#src/diner/diner.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { useBackLayer } from '#ui/navigation/back-layer.ts';
import { Box, Row, Small, Text } from '#ui/primitives.tsx';
import { useAllergy } from './allergy-query.ts';

/**
 * What the diner is allergic to, with a sheet to change it. The sheet covers the button that places the order, so that no
 * order leaves with a text that is not saved.
 */
export default function AllergyPart() {
  const { t } = useTranslation('calling');
  const { table, member } = useDiner();
  const { allergy, save, isSaving } = useAllergy(table, member?.id);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useBackLayer(isOpen, close);
  if (allergy === undefined) return null;
  const isSaid = allergy !== '';
  return (
    <Box as="section" $pad="md lg" $ground="sunken" $radius="lg" aria-labelledby="allergy">
      <Row $gap="md" $align="center" $wrap>
        {isSaid && <TriangleAlert aria-hidden />}
        <Box $grow="readable">
          <Text as="h3" id="allergy" $type="strong">
            {t(isSaid ? 'allergy.yours' : 'allergy.title')}
          </Text>
          {isSaid ? <Text $breaks>{allergy}</Text> : <Small>{t('allergy.text')}</Small>}
        </Box>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t(isSaid ? 'allergy.change' : 'allergy.add')}
        </Button>
      </Row>
      <AllergySheet
        key={`${isOpen} ${allergy}`}
        open={isOpen}
        onClose={close}
        allergy={allergy}
        isSaving={isSaving}
        save={save}
      />
    </Box>
  );
}

interface SheetProps extends Pick<ReturnType<typeof useAllergy>, 'isSaving' | 'save'> {
  readonly open: boolean;
  readonly allergy: string;
  onClose(): void;
}

function AllergySheet({ open, allergy, isSaving, save, onClose }: SheetProps) {
  const { t } = useTranslation('calling');
  const failureText = useFailureText();
  const [text, setText] = useState(allergy);
  const handleSave = () =>
    save(text.trim(), { onSuccess: onClose, onError: (error) => showToast(failureText(error)) });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('allergy.title')}
      footer={
        <Button wide busy={isSaving} onClick={handleSave}>
          {t('allergy.save')}
        </Button>
      }
    >
      <TextField
        label={t('allergy.label')}
        hint={t('allergy.hint')}
        value={text}
        maxLength={allergyLength}
        onChange={({ target }) => setText(target.value)}
      />
    </Sheet>
  );
}
