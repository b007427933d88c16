import { SearchIcon, X } from 'lucide-react';
import { useRef, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { limits } from '#contract/limits.ts';
import { border, colour, radius, size, space, type } from '#src/kit/theme/tokens.ts';
import { BackBar } from '#src/kit/ui/layers/BackBar.tsx';
import { IconButton } from '#src/kit/ui/controls/IconButton.tsx';
import { FilterButton } from '../filter/FilterButton.tsx';

interface Props {
  readonly value: string;
  onChange(value: string): void;
  onSubmit(): void;
  onBack(): void;
}

/** The field for what is looked for, with the way back before it and the filter after it. */
export function SearchBar({ value, onChange, onSubmit, onBack }: Props) {
  const { t } = useTranslation('menu');
  const input = useRef<HTMLInputElement>(null);

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    // The keyboard goes away, and the dishes are seen.
    input.current?.blur();
    onSubmit();
  };

  const handleClear = () => {
    onChange('');
    input.current?.focus();
  };

  return (
    <BackBar as="search" onBack={onBack}>
      <Field onSubmit={handleSubmit}>
        <SearchIcon aria-hidden />
        <input
          ref={input}
          type="search"
          // The page is for nothing else.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={value}
          maxLength={limits.keywordLength}
          onChange={({ target }) => onChange(target.value)}
          enterKeyHint="search"
          autoComplete="off"
        />
        {value !== '' && (
          <IconButton label={t('search.clear')} onClick={handleClear}>
            <X aria-hidden />
          </IconButton>
        )}
      </Field>
      <FilterButton />
    </BackBar>
  );
}

const Field = styled.form`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: ${space.sm};
  min-height: ${size.touch};
  padding-inline-start: ${space.lg};
  background: ${colour('surface')};
  border: ${border.thin} solid ${colour('outline')};
  border-radius: ${radius.round};

  > svg {
    flex: none;
    width: ${size.icon};
    color: ${colour('textMuted')};
  }
  > input {
    flex: 1;
    min-width: 0;
    ${type.body};
    color: ${colour('text')};
    background: none;
    border: 0;
    outline: none;
    appearance: none;
  }
  /* The browser's own is small, and blue. */
  > input::-webkit-search-cancel-button {
    display: none;
  }
  > input::placeholder {
    color: ${colour('textMuted')};
    opacity: 1;
  }
  &:focus-within {
    border-color: ${colour('accentText')};
    outline: ${border.thin} solid ${colour('accentText')};
  }
`;
