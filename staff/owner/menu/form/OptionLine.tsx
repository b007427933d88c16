import { chooseText, listTexts } from '#contract/menu-file/localized.ts';
import type { WholeModifier } from '#contract/menu-file/whole-merchant.ts';
import type { Draft } from 'immer';
import { ArrowDown, ArrowUp, CircleCheck, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useLanguage } from '#ui/routes/language.ts';
import { colour, space } from '#ui/theme/tokens.ts';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { Row, Small } from '#ui/primitives.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { useLanguageName } from '../fields/language-name.ts';
import { PriceBox } from '../fields/PriceBox.tsx';
import { setTax, TaxSelect } from './TaxSelect.tsx';
import { TextBox, type FieldError } from '../fields/TextBox.tsx';

interface Props {
  readonly option: WholeModifier;
  readonly place: number;
  readonly count: number;
  /** The tax of the dish, which applies if the option has none. */
  readonly taxOfDish: string | undefined;
  mistakeAt(field: string): FieldError | undefined;
  change(recipe: (option: Draft<WholeModifier>) => void): void;
  /** Toggles whether the option is chosen by default. */
  onDefault(): void;
  onMove(by: 1 | -1): void;
  onRemove(): void;
}

/** An option: its names and its price. */
export function OptionLine({ option, place, count, mistakeAt, change, ...props }: Props) {
  const { onDefault, onMove, onRemove } = props;
  const { t } = useTranslation('ownerMenu');
  const language = useLanguage();
  const name = chooseText(option.name, language) || t('options.unnamedOption', { number: place + 1 });
  const missing = mistakeAt('name');
  const { languages } = useDraft();
  const nameLanguage = useLanguageName();
  const texts: Readonly<Record<string, string>> = option.name;
  return (
    <Line>
      {languages.map((each) => (
        <TextBox
          key={each}
          label={t('options.inLanguage', { name, language: nameLanguage(each) })}
          hidesLabel
          placeholder={nameLanguage(each)}
          lang={each}
          value={texts[each] ?? ''}
          maxLength={400}
          error={missing && listTexts(option.name).length === 0 ? missing : undefined}
          onChange={(text) => change((draft) => void (draft.name = { ...draft.name, [each]: text }))}
        />
      ))}
      <Rest>
        <Row $gap="sm" $align="baseline" $grow="readable">
          <Small as="span" $rigid aria-hidden>
            {t('options.price')}
          </Small>
          <PriceBox
            label={t('options.priceOf', { name })}
            hidesLabel
            amount={option.price}
            mayBeNegative
            error={mistakeAt('price')}
            onChange={(price) => change((draft) => void (draft.price = price))}
          />
        </Row>
        <Row $end>
          <Default
            label={t('options.default', { name })}
            aria-pressed={option.default === true}
            onClick={onDefault}
          >
            <CircleCheck aria-hidden />
          </Default>
          <IconButton label={t('moveUp', { name })} disabled={place === 0} onClick={() => onMove(-1)}>
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={t('moveDown', { name })}
            disabled={place === count - 1}
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden />
          </IconButton>
          <IconButton label={t('remove', { name })} disabled={count === 1} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        </Row>
      </Rest>
      <Whole>
        <TaxSelect
          label={t('options.taxOf', { name })}
          hidesLabel
          tax={option.tax}
          inherited={props.taxOfDish}
          inheritedText={(tax) => t('options.taxOfDish', { tax })}
          error={mistakeAt('tax')}
          onChange={(tax) => change((draft) => setTax(draft, tax))}
        />
      </Whole>
    </Line>
  );
}

/** Two columns where there is no room for four. */
const Line = styled.li`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space.sm} ${space.md};
  align-items: start;
  padding-block: ${space.md};
`;

const Whole = styled.div`
  grid-column: 1 / -1;

  &:empty {
    display: none;
  }
`;

const Rest = styled(Whole)`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  gap: ${space.xs};
`;

const Default = styled(IconButton)`
  color: ${colour('textMuted')};

  &[aria-pressed='true'] {
    color: ${colour('accentText')};
    background: ${colour('accentSoft')};
  }
`;
