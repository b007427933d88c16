import { PencilLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { useCartCommands } from '#src/cart/hooks.ts';
import type { TableLine } from '#src/cart/table-cart.ts';
import { colour } from '#src/theme/colour.ts';
import { longWords, size, space, type } from '#src/theme/tokens.ts';
import { Button } from '#src/ui/Button.tsx';
import { Price } from '#src/ui/Price.tsx';
import { Stepper } from '#src/ui/Stepper.tsx';
import { useOrderPlace } from '../order-place.ts';
import type { PricedLine } from '../priced-line.ts';
import { LineDetails } from './LineDetails.tsx';
import { LineStateNote } from './LineStateNote.tsx';
import { Flash } from './Flash.tsx';
import { noteDraft } from './note-drafts.ts';
import { SoldOutLine } from './SoldOutLine.tsx';
import { WhyHere } from './WhyHere.tsx';

interface Props {
  readonly priced: PricedLine;
  /** To dishes of the same kind. */
  onSwap(line: TableLine): void;
  /** To write the notes of one's own line. */
  onNotes(): void;
}

/** One line of the cart: the diner's own can be changed, the others' only read. */
export function CartLineRow({ priced, onSwap, onNotes }: Props) {
  const { t } = useTranslation('cart');
  const { currency } = useOrderPlace();
  const commands = useCartCommands();
  const { line, name, amount } = priced;
  const { item, quantity, mine } = line;
  const tools = mine && !priced.soldOut ? commands : undefined;
  const notesLabel =
    noteDraft(line) !== undefined ? 'continueNotes' : item.notes === '' ? 'addNotes' : 'editNotes';

  return (
    <Row>
      {!mine && <Flash value={`${quantity} ${item.notes}`} />}
      <Top>
        <Name>
          {name}
          {!mine && quantity > 1 && (
            <>
              {' '}
              <Times>{t('times', { quantity })}</Times>
            </>
          )}
        </Name>
        {!tools && (
          <BesideName>
            <WhyHere line={line} name={name} />
          </BesideName>
        )}
        <Amount>
          <Price amount={amount} currency={currency} />
        </Amount>
      </Top>
      <LineDetails priced={priced} />
      {priced.soldOut && <SoldOutLine line={line} name={name} onSwap={() => onSwap(line)} />}
      {tools && (
        <Tools>
          <Stepper
            value={quantity}
            label={name}
            max={limits.quantity}
            onMore={() => tools.add(item, 1)}
            onLess={() => tools.decrease(line, 1)}
          />
          <Notes variant="quiet" onClick={onNotes}>
            <PencilLine aria-hidden />
            {t(notesLabel)}
          </Notes>
          <LineStateNote state={line.state} />
          <AtTheEnd>
            <WhyHere line={line} name={name} />
          </AtTheEnd>
        </Tools>
      )}
    </Row>
  );
}

const Row = styled.li`
  position: relative;
  z-index: 0;
  padding-block: ${space.md};

  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space.xs} ${space.sm};
`;

const Name = styled.h4`
  flex: 1 1 ${size.fewWords};
  min-width: 0;
  ${type.strong};
  ${longWords};
`;

const Amount = styled.div`
  margin-inline-start: auto;
  ${type.strong};
`;

const Times = styled.span`
  white-space: nowrap;
  ${type.body};
  color: ${colour('textMuted')};
`;

/** The button's ground reaches over the line's air, so that the line is no taller for it. */
const BesideName = styled.span`
  margin-block: calc(-1 * ${space.md});
`;

const AtTheEnd = styled.span`
  margin-inline-start: auto;
`;

/** Small enough for all of a line's tools to stand side by side on a phone. */
const Notes = styled(Button)`
  padding-inline: ${space.sm};
  ${type.label};
`;

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space.xs};
  margin-top: ${space.sm};
`;
