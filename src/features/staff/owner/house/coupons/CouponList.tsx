import { TicketPlus } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { House, HouseCoupon } from '#contract/calls/house.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Row, Small, Stack, Text } from '#src/kit/ui/primitives.tsx';
import { useListFocus } from '../../focus.ts';
import { Question } from '../../Question.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { listOver } from '../typed-over.ts';
import { otherMistakes, useHouseForm } from '../use-house.ts';
import { CouponRow, type CouponDraft } from './CouponRow.tsx';

/** CX27: the coupons that members are given, to be named, added and taken away. */
export function CouponList({ house: { coupons, version } }: { house: House }) {
  const { t } = useTranslation('house');
  const language = useLanguage();
  const {
    typed: draft,
    type,
    mistakes,
    save,
    ...form
  } = useHouseForm<readonly CouponDraft[]>({ theirs: coupons.map(asTyped), version }, listOver, (typed) => ({
    coupons: typed.map(asMeant),
  }));
  const [isAsked, setAsked] = useState(false);
  const { entries, adder, goTo, hold } = useListFocus<HTMLUListElement>(version);
  const gone = coupons.filter(({ id }) => !draft.some((each) => each.id === id));
  const others = mistakes.filter(({ path }) => !fieldPath.test(path));
  /** In the server's words, which are those of a menu file. */
  const wrong = (place: number, field: string) =>
    mistakes.find(({ path }) => {
      const [, at, name] = fieldPath.exec(path) ?? [];
      return at === String(place) && name === field;
    })?.words;
  const put = (key: string, fields: Partial<CouponDraft>) =>
    type((before) => before.map((each) => (each.key === key ? { ...each, ...fields } : each)));
  const add = () => {
    type((before) => [...before, newCoupon()]);
    goTo(draft.length);
  };
  const remove = (key: string, place: number) => {
    type((before) => before.filter((each) => each.key !== key));
    goTo(place);
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (gone.length > 0) return setAsked(true);
    hold();
    save();
  };

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Text as="h2" $type="heading">
        {t('coupons.title')}
      </Text>
      <Small $below="md">{t('coupons.text')}</Small>
      {draft.length === 0 && <p>{t('coupons.none')}</p>}
      <Stack as="ul" ref={entries} $gap="sm">
        {draft.map((coupon, place) => (
          <CouponRow
            key={coupon.key}
            coupon={coupon}
            place={place + 1}
            wrong={(field) => wrong(place, field)}
            onChange={(fields) => put(coupon.key, fields)}
            onRemove={() => remove(coupon.key, place)}
          />
        ))}
      </Stack>
      <Row $above="md" $below="md">
        <Button ref={adder} variant="secondary" onClick={add}>
          <TicketPlus aria-hidden />
          {t('coupons.add')}
        </Button>
      </Row>
      {others.length > 0 && (
        <Banner tone="danger">
          {otherMistakes(others).map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Banner>
      )}
      <SaveBar isDirty={form.isDirty} isSaving={form.isSaving} onDiscard={form.discard} />
      <Question
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('coupons.goneTitle', { count: gone.length })}
        text={t('coupons.goneText', { names: gone.map(({ name }) => name[language]).join(t('paper.and')) })}
        yes={t('coupons.goneYes')}
        no={t('coupons.keep')}
        onYes={save}
      />
    </form>
  );
}

/** `coupons[2].name.zh-TW` */
const fieldPath = /^coupons\[(\d+)\]\.(name|discount|from|atMost)\b/;

function newCoupon(): CouponDraft {
  return {
    key: nanoid(),
    name: { 'en-US': '', 'zh-TW': '' },
    discount: '',
    from: '',
    atMost: '',
    spans: 'round',
  };
}

function asTyped({ atMost, ...rest }: HouseCoupon): CouponDraft {
  return { ...rest, key: rest.id, atMost: atMost ?? '' };
}

function asMeant({ key: _key, id, discount, from, atMost, ...rest }: CouponDraft) {
  return {
    ...rest,
    ...(id !== undefined && { id }),
    discount: discount.trim().replace('％', '%'),
    from: from.trim() === '' ? '0' : from.trim(),
    atMost: atMost.trim() === '' ? null : atMost.trim(),
  };
}
