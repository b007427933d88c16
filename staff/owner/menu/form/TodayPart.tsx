import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '#contract/http/call.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { setSoldOut } from '#contract/calls/staff.ts';
import { limits } from '#contract/limits.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { Choices } from '#ui/controls/Choices.tsx';
import { TickPills } from '#ui/controls/TickPills.tsx';
import { Small } from '#ui/primitives.tsx';
import { useStaffChange, useStaffMenu } from '../../../calls/staff-queries.ts';
import { Loaded } from '../../Loaded.tsx';
import { TextBox } from '../fields/TextBox.tsx';
import { useRestaurant } from '../restaurant.ts';
import { useDayAndTime } from '../../../use-clock.ts';
import { FormPart } from './FormPart.tsx';
import { readDigits } from '#client/values/digits.ts';

type State = 'onSale' | 'tomorrow' | 'soldOut';

/**
 * Sold-out state and portions of today. They apply at once and do not belong to the draft. A dish that is not
 * published has none.
 */
export function TodayPart({ dishId }: { dishId: string }) {
  const { merchantId } = useRestaurant();
  return (
    <Loaded query={useStaffMenu(merchantId)}>
      {(menu) => {
        const product = indexMenu(menu).get(dishId);
        return product && <Today product={product} />;
      }}
    </Loaded>
  );
}

function Today({ product }: { product: Product }) {
  const { t } = useTranslation('ownerMenu');
  const timeText = useDayAndTime();
  const { soldOut } = useRestaurant();
  const { mutate } = useStaffChange(setSoldOut);
  // The chosen value shows at once, until the server has answered.
  const [wanted, setWanted] = useState<State>();
  const { id: productId, soldOutUntil, portions } = product;
  const isSoldOut = soldOut.dishes.has(productId);
  const state = wanted ?? (!isSoldOut ? 'onSale' : soldOutUntil === undefined ? 'soldOut' : 'tomorrow');
  const options = product.modifierGroups.flatMap(({ modifiers }) => modifiers);

  const send = (body: BodyOf<typeof setSoldOut>, onSettled?: () => void) => mutate(body, { onSettled });
  const handleState = (next: State) => {
    setWanted(next);
    send({ productId, soldOut: next !== 'onSale', ...(next === 'tomorrow' && { until: 'tomorrow' }) }, () =>
      setWanted((now) => (now === next ? undefined : now)),
    );
  };

  return (
    <FormPart title={t('today.title')}>
      <Choices
        legend={t('today.hint')}
        value={state}
        options={[
          { value: 'onSale', label: t('today.onSale') },
          { value: 'tomorrow', label: t('today.tomorrow') },
          { value: 'soldOut', label: t('today.soldOut') },
        ]}
        onChange={handleState}
      />
      {state === 'tomorrow' && soldOutUntil !== undefined && (
        <Small>{t('today.until', { time: timeText(soldOutUntil) })}</Small>
      )}
      {state === 'onSale' && (
        <Portions
          left={portions}
          onCount={(count, onSettled) =>
            send(
              {
                productId,
                soldOut: count === 0,
                ...(count !== undefined && count > 0 && { portions: count }),
              },
              onSettled,
            )
          }
        />
      )}
      {options.length > 0 && (
        <TickPills
          legend={t('today.options')}
          values={options.filter((option) => option.soldOut).map(({ id }) => id)}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onToggle={(id) => send({ modifierIds: [id], soldOut: !soldOut.options.has(id) })}
        />
      )}
    </FormPart>
  );
}

interface PortionsProps {
  readonly left: number | undefined;
  /** @param count 0 marks the dish as sold out; undefined stops counting */
  onCount(count: number | undefined, onSettled: () => void): void;
}

/** The portions that are left. Orders reduce them, and at 0 the dish is sold out. */
function Portions({ left, onCount }: PortionsProps) {
  const { t } = useTranslation('ownerMenu');
  // Keeps the typed text while orders change the number.
  const [typed, setTyped] = useState<string>();
  const shown = left === undefined ? '' : String(left);
  const handleDone = () => {
    const isSame = typed === undefined || typed === shown;
    if (isSame) return setTyped(undefined);
    const count = typed === '' ? undefined : Math.min(Number(typed), limits.portions);
    onCount(count, () => setTyped((now) => (now === typed ? undefined : now)));
  };
  return (
    <TextBox
      label={t('today.portions')}
      hint={t('today.portionsHint')}
      inputMode="numeric"
      maxLength={4}
      value={typed ?? shown}
      onChange={(text) => setTyped(readDigits(text))}
      onBlur={handleDone}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
