import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { reissueQrcode } from '#contract/calls/staff.ts';
import { limits, qrcodeDigits } from '#contract/limits.ts';
import { Button } from '#ui/controls/Button.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { Question } from '../../Question.tsx';
import type { Listed } from '../unsaved-form.ts';
import { useStaffChange } from '../../../calls/staff-queries.ts';

export interface TableDraft extends Listed {
  readonly name: string;
  readonly qrcode?: string;
}

interface Props {
  readonly table: TableDraft;
  /** The entry's number, from 1. */
  readonly place: number;
  readonly error: string | undefined;
  /** True if nothing is unsaved. A new QR code would change the list that is being edited. */
  readonly mayRenew: boolean;
  onRename(name: string): void;
  onRemove(): void;
}

export function TableRow({ table: { id, name, qrcode }, place, error, mayRenew, onRename, onRemove }: Props) {
  const { t } = useTranslation('house');
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const reissue = useStaffChange(reissueQrcode);
  const handleYes = () => {
    if (id !== undefined)
      reissue.mutate(
        { tableId: id },
        { onSuccess: () => queries.invalidateQueries({ queryKey: ['staff', 'house'] }) },
      );
  };

  return (
    <Box as="li" $card $pad="md lg">
      <Row $gap="md" $lineGap="sm" $align="flex-end" $wrap>
        <Box $grow="readable">
          <TextField
            label={t('tables.name', { place })}
            value={name}
            onChange={({ target }) => onRename(target.value)}
            maxLength={limits.nameLength}
            error={error}
          />
        </Box>
        <Stack $grow="readable">
          <Small $figures>
            {qrcode === undefined ? t('tables.newTable') : t('tables.code', { code: qrcode })}
          </Small>
          {qrcode !== undefined && qrcode.length < qrcodeDigits && (
            <Text as="strong" $type="label" $colour="warning">
              {t('tables.short')}
            </Text>
          )}
        </Stack>
        <Row $gap="xs" $align="center" $end>
          {id !== undefined && (
            <Button
              variant="quiet"
              disabled={!mayRenew}
              busy={reissue.isPending}
              aria-label={t('tables.newCodeOf', { name })}
              onClick={() => setAsked(true)}
            >
              {t('tables.newCode')}
            </Button>
          )}
          <IconButton label={t('tables.removeOf', { name })} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </Row>
      </Row>
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('tables.newCodeTitle', { name })}
        text={t('tables.newCodeText')}
        yes={t('tables.newCode')}
        no={t('tables.keep')}
        onYes={handleYes}
      />
    </Box>
  );
}
