import { useMutation } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import type { mailStates, Receipt } from '#contract/calls/receipt.ts';
import { isMailAddress, mailAddressLength } from '#contract/mail-address.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Fold } from '#ui/controls/Fold.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Tick } from '#ui/controls/TickPills.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';

type Words = Readonly<
  Record<'open' | 'address' | 'send' | 'wrong' | 'who', string> &
    Record<(typeof mailStates)[number], string> & { keep?: string }
>;

interface Props {
  readonly mail: NonNullable<Receipt['mail']>;
  /** `keep` is the question whether the reader's account may keep the address. */
  readonly words: Words;
  send(wanted: { readonly address: string; readonly keep: boolean }): Promise<unknown>;
  onError(error: Error): void;
}

/** How often a page asks what became of a mail, ms. */
export const mailPollMs = 4_000;

/** Asks for an address, sends the receipt there by mail, and says what became of it. Closed until the reader opens it. */
export function MailReceiptForm({ mail, words, send, onError }: Props) {
  const [address, setAddress] = useState(mail.address);
  const [keep, setKeep] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const sending = useMutation({ mutationFn: send, onError });
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const given = address.trim();
    setAddress(given);
    setWrong(!isMailAddress(given));
    if (isMailAddress(given)) sending.mutate({ address: given, keep: keep && given !== mail.address });
  };
  const isNew = address.trim() !== mail.address;
  return (
    <Fold title={words.open}>
      <form onSubmit={handleSubmit} noValidate>
        <Stack $gap="md">
          <TextField
            label={words.address}
            error={isWrong ? words.wrong : undefined}
            type="email"
            autoComplete="email"
            maxLength={mailAddressLength}
            value={address}
            onChange={({ target }) => {
              setWrong(false);
              setAddress(target.value);
            }}
          />
          {words.keep !== undefined && isNew && (
            <Tick checked={keep} onChange={setKeep}>
              {words.keep}
            </Tick>
          )}
          {isNew && !keep && <Small>{words.who}</Small>}
          <Button type="submit" wide variant="secondary" busy={sending.isPending}>
            {words.send}
          </Button>
          {mail.last && (
            <Text as="output" $colour={mail.last === 'failed' ? 'danger' : 'text'}>
              {words[mail.last]}
            </Text>
          )}
        </Stack>
      </form>
    </Fold>
  );
}
