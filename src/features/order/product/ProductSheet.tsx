import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { lineAmount } from '#projections/bill/money.ts';
import { useCartPart, useOrderPlace } from '#src/cart/hooks.ts';
import type { TableLine } from '#client/cart/table-cart.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { calmly, size, space } from '#ui/theme/tokens.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/controls/Button.tsx';
import { moneyText } from '#ui/text/Price.tsx';
import { Sheet } from '#ui/layers/Sheet.tsx';
import { Stepper } from '#ui/controls/Stepper.tsx';
import { TextArea } from '#ui/controls/TextField.tsx';
import { DishTags } from '#ui/dish/DishTags.tsx';
import { WhyNot } from '#ui/dish/WhyNot.tsx';
import { Plate } from '#ui/dish/Plate.tsx';
import { chosenItem, initialChoices, missingIn, modifierIdsOf, toggled } from '#ui/dish/choices.ts';
import { ownLinesOf } from '../adding/own-lines.ts';
import { Box, Row, Stack, Text } from '#ui/primitives.tsx';
import { filterSize } from '#projections/menu/menu-filter.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { useAddToCart } from '#src/add-to-cart/use-add-to-cart.ts';
import { ModifierGroupField } from '#ui/dish/ModifierGroupField.tsx';
import { keepChoices, lastChoices } from './kept-choices.ts';
import { useLineChange } from '../undo/use-line-change.ts';
import { SameAgain } from './SameAgain.tsx';
import { useDishFilter } from '../filter/dish-filter.ts';

interface Props {
  readonly product: Product;
  /** Its options are changed: as one step that can be undone. Without it the dish is added. */
  readonly line?: TableLine | undefined;
  readonly open: boolean;
  onClose(): void;
}

/** A dish in full: picture, choices, notes, how many, and the one button that adds it, or changes its line. */
export function ProductSheet({ product, line, open, onClose }: Props) {
  const { t } = useTranslation(['menu', 'dish', 'filter']);
  const dishText = useDishText();
  const language = useLanguage();
  const { currency, merchantId, index } = useOrderPlace();
  const { add } = useAddToCart();
  const change = useLineChange();
  const body = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(false);
  const [adding, setAdding] = useState(false);
  const last = useCartPart((cart) =>
    product.modifierGroups.length > 0 && !product.soldOut && !line
      ? ownLinesOf(cart, product.id).at(-1)
      : undefined,
  );
  const [choices, setChoices] = useState(() => {
    // Another way begins with the one that stands in the cart: mostly one choice is another.
    const had = line ?? last;
    const before = had ? modifierIdsOf(had.item) : lastChoices(merchantId, product.id);
    return initialChoices(product.modifierGroups, before);
  });
  const [notes, setNotes] = useState(line?.item.notes ?? '');
  const [quantity, setQuantity] = useState(line?.quantity ?? 1);

  const item = chosenItem(product, choices, notes);
  const price = moneyText(lineAmount(item, quantity, index.places), currency, language);

  const done = (isAdded: boolean, pieces: number) => {
    setAdding(false);
    if (!isAdded) return;
    announce(t('dish:added', { dish: dishText(product.name, pieces, product.unitLabel) }));
    onClose();
  };
  const handleAgain = async (line: TableLine) => {
    setAdding(true);
    done(await add(line.item, 1), 1);
  };
  const handleAdd = async () => {
    const incomplete = product.modifierGroups.find((group) => missingIn(choices, group) > 0);
    setTried(true);
    if (incomplete) {
      const group = body.current?.querySelector<HTMLElement>(`[data-group="${CSS.escape(incomplete.id)}"]`);
      group?.querySelector<HTMLElement>('input:enabled')?.focus({ preventScroll: true });
      group?.scrollIntoView({ behavior: calmly(), block: 'start' });
      return;
    }
    keepChoices(merchantId, product.id, modifierIdsOf(item));
    if (line) {
      if (!change(line.lineId, item)) showToast(t('dish:gone'));
      onClose();
      return;
    }
    setAdding(true);
    done(await add(item, quantity), quantity);
  };

  const footer = product.soldOut ? (
    <Button wide disabled>
      <WhyNot {...product} />
    </Button>
  ) : line ? (
    <Button wide onClick={() => void handleAdd()}>
      {t('dish:changeFor', { price })}
    </Button>
  ) : (
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
      <Add variant={last ? 'secondary' : 'primary'} busy={adding} onClick={() => void handleAdd()}>
        {t('dish:addFor', { price })}
      </Add>
    </Row>
  );

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={product.name}
      height={product.modifierGroups.length > 0 ? 'tall' : 'content'}
      footer={footer}
    >
      <div ref={body}>
        <Stack $align="center" $justify="center" $below="lg">
          <Plate picture={product.picture} dim={product.soldOut} large />
        </Stack>
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
        {last && <SameAgain line={last} busy={adding} onAgain={() => void handleAgain(last)} />}
        {product.modifierGroups.map((group) => (
          <ModifierGroupField
            key={group.id}
            group={group}
            choices={choices}
            currency={currency}
            showsMissing={tried}
            onToggle={(modifierId) => setChoices(toggled(choices, group, modifierId))}
          />
        ))}
        {!product.soldOut && !line && (
          <Box $marginTop="xl">
            <TextArea
              label={t('dish:notes')}
              placeholder={t('dish:notesPlaceholder')}
              value={notes}
              onChange={setNotes}
              maxLength={limits.notesLength}
              counter={t('dish:notesCounter', { used: notes.length, most: limits.notesLength })}
            />
          </Box>
        )}
      </div>
    </Sheet>
  );
}

/** Before the options of a dish: nobody declares what is in them, so the filter can't know. */
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

/** Beside the stepper as long as there is room for its words. */
const Add = styled(Button)`
  flex: 1 1 ${size.addButton};
  min-width: 0;
  padding-inline: ${space.sm};
`;
