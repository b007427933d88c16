import { isSame } from '#contract/menu-file/edits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/limits.ts';
import { TextBox, type FieldError } from './TextBox.tsx';

interface Props {
  readonly aliases: readonly string[];
  onChange(aliases: string[]): void;
  readonly error?: FieldError | undefined;
}

/** Other names, separated by commas, in any language. */
export function Aliases({ aliases, onChange, error }: Props) {
  const { t } = useTranslation('ownerMenu');
  const [typed, setTyped] = useState<string>();
  const isMeant = typed !== undefined && isSame(splitNames(typed), aliases);
  return (
    <TextBox
      label={t('dish.aliases')}
      value={isMeant ? typed : aliases.join(t('dish.aliasComma'))}
      maxLength={limits.aliases * (limits.aliasLength + 2)}
      error={error}
      hint={t('dish.aliasesHint')}
      onChange={(text) => {
        setTyped(text);
        onChange(splitNames(text));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function splitNames(text: string): string[] {
  return text
    .split(/[,，、\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
