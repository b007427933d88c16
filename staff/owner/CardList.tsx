import { useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { Loaded } from './Loaded.tsx';
import { Question } from './Question.tsx';

interface Words {
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: string;
  readonly no: string;
}

interface Props<Entry extends { readonly id: string }> {
  readonly title: string;
  readonly text?: string;
  readonly none: string;
  readonly query: UseQueryResult<readonly Entry[]>;
  /** The question that is asked before an entry is removed. */
  question(entry: Entry | undefined): Words;
  onRemove(id: string): void;
  /** @param ask opens the question whether to remove the entry */
  children(entry: Entry, ask: () => void): ReactNode;
}

/** A list of cards. Each can be removed after a confirmation. */
export function CardList<Entry extends { readonly id: string }>(props: Props<Entry>) {
  const { title, text, none, query, question, onRemove, children } = props;
  const [asked, setAsked] = useState<Entry>();
  const [isOpen, setOpen] = useState(false);
  const ask = (entry: Entry) => {
    setAsked(entry);
    setOpen(true);
  };
  return (
    <section>
      <Text as="h2" $type="heading" {...(text === undefined && { $below: 'sm' })}>
        {title}
      </Text>
      {text !== undefined && <Small $below="md">{text}</Small>}
      <Loaded query={query}>
        {(all) => (
          <>
            {all.length === 0 && <p>{none}</p>}
            <Stack as="ul" $gap="sm">
              {all.map((entry) => children(entry, () => ask(entry)))}
            </Stack>
          </>
        )}
      </Loaded>
      <Question
        open={isOpen}
        onClose={() => setOpen(false)}
        onYes={() => asked && onRemove(asked.id)}
        {...question(asked)}
      />
    </section>
  );
}
