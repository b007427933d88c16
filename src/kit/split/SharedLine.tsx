import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#src/kit/routes/language.ts';
import { colour, motion, size, space, type } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { VisuallyHidden } from '#src/kit/ui/text/VisuallyHidden.tsx';
import { Row, Stack } from '#src/kit/ui/primitives.tsx';
import { SharerPills } from './SharerPills.tsx';
import type { BillDiner, NamedLine } from './table-bill.ts';

/** Sharers whose names are written out; more are a number. */
const named = 2;
/** Rounds that are shown. */
const rounds = 4;

interface Props {
  readonly line: NamedLine;
  readonly diners: readonly BillDiner[];
  /** Ids of those who pay it now. */
  readonly payers: readonly string[];
  readonly currency: string;
  readonly open: boolean;
  onToggle(): void;
  onShare(sharers: readonly string[]): void;
}

/** A dish and who pays it; a tap shows the diners to choose from. */
export function SharedLine({ line, diners, payers, currency, open, onToggle, onShare }: Props) {
  const { t } = useTranslation('split');
  const language = useLanguage();
  const id = useId();
  const { name, quantity, amount } = line;
  const paying = diners.filter(({ userId }) => payers.includes(userId));
  const names = new Intl.ListFormat(language).format(paying.map((diner) => diner.name));
  const isCounted = paying.length > named;

  return (
    <Item>
      <Line type="button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <Stack as="span" $gap="xs" $grow>
          <span>{quantity > 1 ? t('dish', { quantity, name }) : name}</span>
          <Row as="span" $gap="sm" $align="center" $type="small" $colour="textMuted">
            <Rounds>
              {paying.slice(0, rounds).map((diner) => (
                <Avatar key={diner.userId} userId={diner.userId} name={diner.name} size="sm" />
              ))}
            </Rounds>
            {isCounted ? (
              <>
                <span aria-hidden>
                  {paying.length === diners.length ? t('everyone') : t('sharers', { count: paying.length })}
                </span>
                <VisuallyHidden>{names}</VisuallyHidden>
              </>
            ) : (
              <Names>{names}</Names>
            )}
          </Row>
        </Stack>
        <Price amount={amount} currency={currency} />
        <Arrow aria-hidden $open={open} />
      </Line>
      <div id={id}>
        {open && <SharerPills dish={name} diners={diners} sharers={payers} onChange={onShare} />}
      </div>
    </Item>
  );
}

const Item = styled.li`
  & + & {
    border-top: thin solid ${colour('line')};
  }
`;

const Line = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.md};
  width: 100%;
  min-height: ${size.control};
  padding-block: ${space.md};
  ${type.strong};
  text-align: start;
`;

const Rounds = styled.span`
  display: flex;
  flex: none;

  > * + * {
    margin-inline-start: ${size.avatarOverlap};
  }
`;

const Names = styled.span`
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Arrow = styled(ChevronDown)<{ $open: boolean }>`
  flex: none;
  width: ${size.icon};
  height: ${size.icon};
  color: ${colour('textMuted')};
  transform: rotate(${({ $open }) => ($open ? '180deg' : '0deg')});
  transition: transform ${motion.quick} ${motion.out};
`;
