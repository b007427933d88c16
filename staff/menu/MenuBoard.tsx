import { ArrowDown } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { StaffIdentity } from '#contract/calls/staff.ts';
import { useMenuSearch } from '#ui/dish/use-menu-search.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { TextField } from '#ui/controls/TextField.tsx';
import { Row, Small, Text, Tiles } from '#ui/primitives.tsx';
import { useSoldOut } from '../acts/use-sold-out.ts';
import { useStaffMenu } from '../calls/staff-queries.ts';
import { listSections, searchSections, listSoldOut, type MenuEntry } from './menu-entries.ts';
import { SectionJumps, getSectionId, SmallPill } from './SectionJumps.tsx';

/**
 * All dishes and options, each with a switch for sold out. The list does not reorder, so that no switch moves under
 * the finger.
 */
export function MenuBoard({ staff }: { staff: StaffIdentity }) {
  const { t } = useTranslation('staff');
  const { data: menu } = useStaffMenu(staff.merchantId);
  const search = useMenuSearch(menu);
  const [words, setWords] = useState('');
  if (!menu) return null;
  const isSearching = search !== undefined && words.trim() !== '';
  const shown = isSearching ? searchSections(menu, words, search.find(words).products) : listSections(menu);
  const sections = shown.map((section) => ({
    ...section,
    name: section.kind === 'options' ? t('menu.options', { name: section.name }) : section.name,
  }));
  /** Goes to the switch of an option, which a search may have hidden. */
  const handleLead = (key: string) => {
    flushSync(() => setWords(''));
    const there = document.getElementById(switchId(key));
    there?.scrollIntoView({ block: 'center' });
    there?.focus({ preventScroll: true });
  };

  return (
    <>
      <TextField
        type="search"
        label={t('menu.search')}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        autoComplete="off"
      />
      <SectionJumps sections={sections} />
      {!isSearching && <SoldOutNow entries={listSoldOut(menu)} />}
      {sections.length === 0 && <p>{t('menu.none')}</p>}
      {sections.map(({ key, name, entries }) => (
        <section key={key} aria-labelledby={getSectionId(key)}>
          <SectionName id={getSectionId(key)}>{name}</SectionName>
          <Tiles $least="card" $gap="sm">
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} onLead={handleLead} />
            ))}
          </Tiles>
        </section>
      ))}
    </>
  );
}

/** The sold-out dishes and options, each with a button that brings it back. */
function SoldOutNow({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTranslation('staff');
  const { mark } = useSoldOut();
  if (entries.length === 0) return null;
  return (
    <Now aria-labelledby="sold-out-now">
      <Text as="h2" id="sold-out-now" $type="label" $below="sm">
        {t('menu.now', { count: entries.length })}
      </Text>
      <Row $gap="xs" $wrap>
        {entries.map(({ key, name, marked }) => (
          <SmallPill
            key={key}
            type="button"
            aria-label={t('acts.onSale', { name })}
            onClick={() => mark({ ...marked, soldOut: false }, name)}
          >
            {name}
          </SmallPill>
        ))}
      </Row>
    </Now>
  );
}

interface EntryProps {
  readonly entry: MenuEntry;
  /** Goes to the switch of another entry. */
  onLead(key: string): void;
}

function Entry({ entry: { key, name, soldOut, marked, lacks }, onLead }: EntryProps) {
  const { t } = useTranslation('staff');
  const { mark } = useSoldOut();
  // The tapped value shows at once, until the server has answered.
  const [wanted, setWanted] = useState<boolean>();
  const isSoldOut = wanted ?? soldOut;
  const [first] = lacks;
  const handleChange = () => {
    setWanted(!isSoldOut);
    mark({ ...marked, soldOut: !isSoldOut }, name, { onSettled: () => setWanted(undefined) });
  };
  return (
    <li>
      <Switch $soldOut={isSoldOut}>
        <input
          type="checkbox"
          role="switch"
          id={switchId(key)}
          aria-checked={isSoldOut}
          aria-label={t('menu.toggle', { name })}
          checked={isSoldOut}
          disabled={first !== undefined}
          onChange={handleChange}
        />
        <Text as="span" $type="strong" $grow>
          {name}
        </Text>
        <Small as="span">{t(isSoldOut ? 'menu.soldOut' : 'menu.onSale')}</Small>
      </Switch>
      {first && (
        <Why type="button" onClick={() => onLead(first.key)}>
          {t('menu.lacks', { options: lacks.map(({ name: option }) => option).join(t('menu.and')) })}
          <ArrowDown aria-hidden />
        </Why>
      )}
    </li>
  );
}

const SectionName = styled(Text).attrs({ as: 'h2', $type: 'heading', $above: 'xl', $below: 'sm' })`
  /* Sticky bars must not cover the switch that was scrolled to. */
  scroll-margin-top: calc(${size.header} + ${size.bar});
`;

const Now = styled.section`
  margin-top: ${space.md};
  padding: ${space.lg};
  background: ${colour('dangerSoft')};
  border-radius: ${radius.lg};
`;

const Switch = styled.label<{ $soldOut: boolean }>`
  display: flex;
  align-items: center;
  gap: ${space.md};
  min-height: ${size.control};
  padding: ${space.sm} ${space.lg};
  background: ${({ $soldOut }) => colour($soldOut ? 'dangerSoft' : 'surface')};
  border: ${border.thin} solid ${colour('line')};
  border-radius: ${radius.md};
  cursor: pointer;

  &:has(> input:disabled) {
    cursor: not-allowed;
  }
  > input {
    flex: none;
    width: ${size.tick};
    height: ${size.tick};
    accent-color: ${colour('danger')};
  }
`;

/** Says which sold-out option keeps a dish from being ordered, and leads to its switch. */
const Why = styled.button`
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline: ${space.lg};
  ${type.small};
  text-align: start;
  color: ${colour('danger')};
  text-decoration: underline;

  > svg {
    flex: none;
  }
`;

function switchId(key: string): string {
  return `switch-${key.replaceAll(/\s/g, '-')}`;
}
