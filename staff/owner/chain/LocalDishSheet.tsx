import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { setLocalDish, type LocalDish } from '#contract/calls/chain.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { request } from '#client/api/call/request.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { describeFailure } from '../../calls/say-failure.ts';
import { parseTypedAmount } from '../menu/draft/amount.ts';
import { useBeforeLeaving } from '../use-before-leaving.tsx';
import { Switch } from './Switch.tsx';

interface Props {
  readonly dish: LocalDish;
  readonly decimals: number;
  onClose(): void;
}

/** Sets the branch's prices of a dish and its options, and whether it offers the dish. */
export function LocalDishSheet({ dish, decimals, onClose }: Props) {
  const { t } = useTranslation('chain');
  const [price, setPrice] = useState(dish.localPrice ?? '');
  const [isHidden, setHidden] = useState(dish.isHidden);
  const [options, setOptions] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(dish.options.map(({ id, localPrice = '' }) => [id, localPrice])),
  );
  const save = useSave(dish, onClose);
  const isDirty =
    price !== (dish.localPrice ?? '') ||
    isHidden !== dish.isHidden ||
    dish.options.some(({ id, localPrice = '' }) => options[id] !== localPrice);
  const { question, unlessTyped } = useBeforeLeaving(isDirty);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const ownPrice = readPrice(price, decimals);
    const ownOptions = dish.options.map(({ id }) => ({
      id,
      price: readPrice(options[id] ?? '', decimals, true),
    }));
    if (ownPrice === 'wrong' || ownOptions.some((option) => option.price === 'wrong')) return;
    save.mutate({
      dishId: dish.id,
      isHidden,
      ...(ownPrice !== undefined && { price: ownPrice }),
      options: ownOptions.flatMap((option) =>
        option.price === undefined ? [] : [{ id: option.id, price: option.price }],
      ),
    });
  };
  return (
    <Sheet open onClose={() => unlessTyped(onClose)} title={dish.name}>
      <form onSubmit={handleSubmit}>
        <Stack $gap="lg">
          <Switch label={t('menu.offered')} isOn={!isHidden} onChange={(isOn) => setHidden(!isOn)} />
          <PriceField
            label={t('menu.price')}
            headPrice={dish.price}
            decimals={decimals}
            value={price}
            onChange={setPrice}
          />
          {dish.options.length > 0 && (
            <Stack as="fieldset" $gap="md">
              <Text as="legend" $type="heading" $below="sm">
                {t('menu.options')}
              </Text>
              {dish.options.map(({ id, name, price: headPrice }) => (
                <PriceField
                  key={id}
                  label={name}
                  headPrice={headPrice}
                  decimals={decimals}
                  mayBeNegative
                  value={options[id] ?? ''}
                  onChange={(next) => setOptions({ ...options, [id]: next })}
                />
              ))}
            </Stack>
          )}
          {save.error && (
            <Text role="alert" $colour="danger">
              {describeFailure(save.error)}
            </Text>
          )}
          <Button type="submit" wide busy={save.isPending}>
            {t('menu.save')}
          </Button>
        </Stack>
      </form>
      {question}
    </Sheet>
  );
}

interface PriceProps {
  readonly label: string;
  readonly headPrice: string;
  readonly decimals: number;
  readonly mayBeNegative?: boolean;
  readonly value: string;
  onChange(value: string): void;
}

/** Empty: the price at the head applies. */
function PriceField({ label, headPrice, decimals, mayBeNegative, value, onChange }: PriceProps) {
  const { t } = useTranslation('chain');
  const isWrong = readPrice(value, decimals, mayBeNegative) === 'wrong';
  return (
    <TextField
      label={label}
      hint={t('menu.asAtHead', { price: headPrice })}
      error={isWrong ? t('menu.wrongPrice', { example: headPrice }) : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      // The numeric keypads of phones have no minus.
      inputMode={mayBeNegative ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={20}
    />
  );
}

/** Returns undefined for an empty field. */
function readPrice(typed: string, decimals: number, mayBeNegative = false): string | undefined {
  if (typed.trim() === '') return undefined;
  const read = parseTypedAmount(typed, decimals, mayBeNegative);
  return read.kind === 'amount' ? read.amount : 'wrong';
}

function useSave({ name }: LocalDish, onDone: () => void) {
  const { t } = useTranslation('chain');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setLocalDish>) => request(setLocalDish, { body }),
    onSuccess: async () => {
      showToast(t('menu.saved', { name }));
      onDone();
      await queries.invalidateQueries({ queryKey: ['staff', 'branch-menu'] });
    },
  });
}
