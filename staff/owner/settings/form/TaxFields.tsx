import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Choices } from '#ui/controls/Choices.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { FieldGroup } from '../../../fields/FieldGroup.tsx';
import { useListFocus } from '../../focus.ts';
import type { Mistake } from '../use-settings.ts';
import { LocalizedField } from './LocalizedField.tsx';
import { createTaxInput, isOfTaxes, findTaxField, type TaxField, type TaxInput } from './tax-input.ts';

interface Props {
  readonly taxes: readonly TaxInput[];
  readonly isIncluded: boolean;
  readonly isServiceTaxed: boolean;
  readonly mistakes: readonly Mistake[];
  readonly onTaxes: (taxes: readonly TaxInput[]) => void;
  readonly onIncluded: (isIncluded: boolean) => void;
  readonly onServiceTaxed: (isServiceTaxed: boolean) => void;
}

/** The taxes of the restaurant, and whether its prices include them. */
export function TaxFields({ taxes, mistakes, onTaxes, ...props }: Props) {
  const { t } = useTranslation('house');
  const { entries, adder, goTo } = useListFocus<HTMLUListElement>();
  const ofList = mistakes.filter(({ path }) => isOfTaxes(path) && !findTaxField(path));
  const change = (at: number, fields: Partial<TaxInput>) =>
    onTaxes(taxes.map((tax, place) => (place === at ? { ...tax, ...fields } : tax)));
  const move = (at: number, by: 1 | -1) => {
    const next = [...taxes];
    next.splice(at + by, 0, ...next.splice(at, 1));
    onTaxes(next);
  };
  return (
    <FieldGroup title={t('taxes.title')}>
      {taxes.length === 0 ? (
        <p>{t('taxes.none')}</p>
      ) : (
        <Choices
          legend={t('taxes.prices')}
          value={props.isIncluded ? 'included' : 'onTop'}
          options={(['included', 'onTop'] as const).map((value) => ({ value, label: t(`taxes.${value}`) }))}
          onChange={(value) => props.onIncluded(value === 'included')}
        />
      )}
      {taxes.length > 1 && <Small>{t('taxes.text')}</Small>}
      <Stack as="ul" ref={entries} $gap="sm">
        {taxes.map((tax, at) => (
          <TaxEntry
            key={tax.id}
            tax={tax}
            place={at}
            count={taxes.length}
            isWrong={(field) => hasMistake(mistakes, at, field)}
            onChange={(fields) => change(at, fields)}
            onMove={(by) => move(at, by)}
            onRemove={() => {
              onTaxes(taxes.filter((_, place) => place !== at));
              goTo(at);
            }}
          />
        ))}
      </Stack>
      {ofList.length > 0 && (
        <Banner tone="danger">
          {ofList.map(({ words }) => (
            <Text key={words} data-wrong tabIndex={-1} $breaks>
              {words}
            </Text>
          ))}
        </Banner>
      )}
      <div>
        <Button
          ref={adder}
          variant="secondary"
          onClick={() => {
            onTaxes([...taxes, createTaxInput()]);
            goTo(taxes.length);
          }}
        >
          <Plus aria-hidden />
          {t('taxes.add')}
        </Button>
      </div>
      {taxes.length > 0 && (
        <Tick checked={props.isServiceTaxed} onChange={props.onServiceTaxed} hint={t('taxes.serviceHint')}>
          {t('taxes.service')}
        </Tick>
      )}
    </FieldGroup>
  );
}

function hasMistake(mistakes: readonly Mistake[], at: number, field: TaxField): boolean {
  return mistakes.some(({ path }) => {
    const found = findTaxField(path);
    return found?.at === at && found.field === field;
  });
}

interface EntryProps {
  readonly tax: TaxInput;
  /** Its index, from 0. */
  readonly place: number;
  readonly count: number;
  isWrong(field: TaxField): boolean;
  onChange(fields: Partial<TaxInput>): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

function TaxEntry({ tax, place, count, isWrong, onChange, onMove, onRemove }: EntryProps) {
  const { t } = useTranslation('house');
  const name = tax.name[useLanguage()] || t('taxes.unnamed', { place: place + 1 });
  const rate = (field: 'rate' | 'toGo') => ({
    inputMode: 'decimal' as const,
    value: tax[field],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [field]: target.value }),
    error: isWrong(field) ? t('wrong.taxRate') : undefined,
  });
  return (
    <Box as="li" $card $pad="md lg">
      <Stack $gap="md">
        <Row $gap="xs" $align="center" $justify="space-between">
          <Stack>
            <Text as="h2" $type="strong" $breaks>
              {name}
            </Text>
            {place === 0 && count > 1 && <Small>{t('taxes.first')}</Small>}
          </Stack>
          <Row $rigid>
            {count > 1 && (
              <>
                <IconButton
                  label={t('taxes.upOf', { name })}
                  disabled={place === 0}
                  onClick={() => onMove(-1)}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={t('taxes.downOf', { name })}
                  disabled={place === count - 1}
                  onClick={() => onMove(1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
              </>
            )}
            <IconButton label={t('taxes.removeOf', { name })} onClick={onRemove}>
              <Trash2 aria-hidden />
            </IconButton>
          </Row>
        </Row>
        <LocalizedField
          label={t('taxes.name')}
          value={tax.name}
          onChange={(texts) => onChange({ name: texts })}
          error={isWrong('name') ? t('wrong.taxName') : undefined}
        />
        <Row $gap="md" $wrap>
          <Box $grow="readable">
            <TextField label={t('taxes.rate')} {...rate('rate')} />
          </Box>
          <Box $grow="readable">
            <TextField label={t('taxes.toGo')} hint={t('taxes.toGoHint')} {...rate('toGo')} />
          </Box>
        </Row>
      </Stack>
    </Box>
  );
}
