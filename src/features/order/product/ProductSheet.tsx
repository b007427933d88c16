import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { TableLine } from '#client/cart/table-cart.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { limits } from '#contract/limits.ts';
import { calculateLineAmount } from '#projections/bill/money.ts';
import { filterSize } from '#projections/menu/menu-filter.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { TextArea } from '#ui/controls/TextField.tsx';
import { DishPhoto } from '#ui/dish/DishPhoto.tsx';
import { DishTags } from '#ui/dish/DishTags.tsx';
import { ModifierGroupField } from '#ui/dish/ModifierGroupField.tsx';
import { UnavailableReason } from '#ui/dish/UnavailableReason.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Box, Row, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { getScrollBehavior, size, space } from '#ui/theme/tokens.ts';
import { useDishFilter } from '../filter/dish-filter.ts';
import { GoesWith } from '../suggestions/GoesWith.tsx';
import { SameAgain } from './SameAgain.tsx';
import { useDishForm, type DishForm } from './use-dish-form.ts';

interface Props {
  readonly product: Product;
  /** The line whose options are changed, as one step that can be undone. Without it the dish is added. */
  readonly line?: TableLine | undefined;
  readonly open: boolean;
  onClose(): void;
}

/** A dish in full: picture, options, notes and quantity. Its button adds the dish or changes its line in the cart. */
export function ProductSheet({ product, line, open, onClose }: Props) {
  const { t } = useTranslation(['menu', 'dish', 'filter']);
  const { currency } = useOrderPlace();
  const body = useRef<HTMLDivElement>(null);
  const showGroup = (groupId: string) => {
    const group = body.current?.querySelector<HTMLElement>(`[data-group="${CSS.escape(groupId)}"]`);
    group?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true });
    group?.scrollIntoView({ behavior: getScrollBehavior(), block: 'start' });
  };
  const form = useDishForm({ product, line, onClose, onMissing: showGroup });
  const { last, notes } = form;

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={product.name}
      height={product.modifierGroups.length > 0 ? 'tall' : 'content'}
      picture={product.picture ? <DishPhoto picture={product.picture} dim={product.soldOut} /> : undefined}
      keepsFooter
      footer={<SubmitRow product={product} isChange={line !== undefined} form={form} />}
    >
      <div ref={body}>
        {product.description !== '' && (
          <Text $below="sm" $colour="textMuted">
            {product.description}
          </Text>
        )}
        <DishTags product={product} />
        {product.modifierGroups.length > 0 && (
          <Caution>
            <OptionsCaution />
          </Caution>
        )}
        {last && <SameAgain line={last} busy={form.isAdding} onAgain={() => void form.addAgain(last)} />}
        {product.modifierGroups.map((group) => (
          <ModifierGroupField
            key={group.id}
            group={group}
            choices={form.choices}
            currency={currency}
            showsMissing={form.showsMissing}
            onToggle={(modifierId) => form.toggle(group, modifierId)}
          />
        ))}
        {!product.soldOut && !line && (
          <Box $marginTop="xl">
            <TextArea
              label={t('dish:notes')}
              placeholder={t('dish:notesPlaceholder')}
              value={notes}
              onChange={form.setNotes}
              maxLength={limits.notesLength}
              counter={t('dish:notesCounter', { used: notes.length, most: limits.notesLength })}
            />
          </Box>
        )}
        {open && !product.soldOut && !line && <GoesWith of={[product.id]} />}
      </div>
    </Sheet>
  );
}

interface SubmitRowProps {
  readonly product: Product;
  readonly isChange: boolean;
  readonly form: DishForm;
}

/** The button at the bottom of the sheet, with the quantity for a dish that is added. */
function SubmitRow({ product, isChange, form }: SubmitRowProps) {
  const { t } = useTranslation(['menu', 'dish', 'filter']);
  const language = useLanguage();
  const { currency, index } = useOrderPlace();
  const { item, quantity, setQuantity, last, isAdding } = form;
  if (product.soldOut)
    return (
      <Button wide disabled>
        <UnavailableReason {...product} />
      </Button>
    );
  const price = formatMoney(calculateLineAmount(item, quantity, index.places), currency, language);
  if (isChange)
    return (
      <Button wide onClick={() => void form.submit()}>
        {t('dish:changeFor', { price })}
      </Button>
    );
  return (
    <Row $gap="sm" $align="center" $wrap>
      <Stepper
        value={quantity}
        label={product.name}
        unitLabel={product.unitLabel}
        removes={false}
        max={limits.quantity}
        onLess={() => setQuantity(quantity - 1)}
        onMore={() => setQuantity(quantity + 1)}
      />
      <Add variant={last ? 'secondary' : 'primary'} busy={isAdding} onClick={() => void form.submit()}>
        {t('dish:addFor', { price })}
      </Add>
    </Row>
  );
}

/** Warns a diner with a filter that the restaurant declares no allergens for options, so the filter cannot check them. */
function OptionsCaution() {
  const { t } = useTranslation(['menu', 'dish', 'filter']);
  return filterSize(useDishFilter()) > 0 && <Banner tone="warning">{t('filter:options')}</Banner>;
}

const Caution = styled.div`
  margin-top: ${space.lg};

  &:empty {
    display: none;
  }
`;

/** It stays next to the stepper as long as there is room for its words. */
const Add = styled(Button)`
  flex: 1 1 ${size.addButton};
  min-width: 0;
  padding-inline: ${space.sm};
`;
