import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { HouseCoupon } from '#contract/calls/house.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Box, Row, Stack, Text } from '#ui/primitives.tsx';
import { LocalizedField } from '../form/LocalizedField.tsx';
import type { Listed } from '../unsaved-form.ts';

/** A coupon in the form. Missing values are "". */
export interface CouponDraft extends Listed, Omit<HouseCoupon, 'id' | 'atMost'> {
  readonly atMost: string;
}

interface Props {
  readonly coupon: CouponDraft;
  /** The entry's number, from 1. */
  readonly place: number;
  /** The error message of a field. */
  wrong(field: 'name' | 'discount' | 'from' | 'atMost'): string | undefined;
  onChange(fields: Partial<CouponDraft>): void;
  onRemove(): void;
}

/** The form of a coupon. */
export function CouponRow({ coupon, place, wrong, onChange, onRemove }: Props) {
  const { t } = useTranslation('house');
  const title = coupon.name[useLanguage()] || t('coupons.unnamed', { place });
  const createTextProps = (field: 'discount' | 'from' | 'atMost') => ({
    value: coupon[field],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [field]: target.value }),
    error: wrong(field),
    hint: t(`coupons.${field}Hint`),
  });

  return (
    <Box as="li" $card $pad="md lg">
      <Stack $gap="md">
        <Row $gap="md" $align="center" $justify="space-between">
          <Text as="h3" $type="strong" $breaks>
            {title}
          </Text>
          <IconButton label={t('coupons.removeOf', { name: title })} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </Row>
        <LocalizedField
          label={t('coupons.name')}
          value={coupon.name}
          onChange={(name) => onChange({ name })}
          error={wrong('name')}
        />
        <Row $gap="md" $wrap>
          <Box $grow="readable">
            <TextField label={t('coupons.discount')} {...createTextProps('discount')} />
          </Box>
          <Box $grow="readable">
            <TextField label={t('coupons.from')} inputMode="decimal" {...createTextProps('from')} />
          </Box>
          <Box $grow="readable">
            <TextField label={t('coupons.atMost')} inputMode="decimal" {...createTextProps('atMost')} />
          </Box>
        </Row>
        <Choices
          legend={t('coupons.counts')}
          value={coupon.spans}
          options={(['round', 'bill'] as const).map((value) => ({
            value,
            label: t(`coupons.spans.${value}`),
          }))}
          onChange={(spans) => onChange({ spans })}
        />
      </Stack>
    </Box>
  );
}
