import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/Button.tsx';
import { useAct } from '../../calls/use-act.ts';

interface Props {
  readonly act: 'courseHeld' | 'courseFired';
  readonly orderId: string;
  readonly course: number;
  /** The round of which a course is held. */
  readonly round?: number | undefined;
  /** ISO 4217 */
  readonly currency: string;
}

/** Lets the kitchen wait with a course, or make it now. */
export function CourseButton({ act: type, orderId, course, round = 0, currency }: Props) {
  const { t } = useTranslation('staff');
  const { act, isPending } = useAct(currency);
  const isHold = type === 'courseHeld';
  const handleTap = () => {
    if (isHold) act({ type, orderId, round, course }, { says: t('course.holdDone', { course }) });
    else act({ type, orderId, course }, { says: t('course.fireDone', { course }) });
  };
  return (
    <Button wide variant={isHold ? 'quiet' : 'secondary'} busy={isPending} onClick={handleTap}>
      {t(isHold ? 'course.hold' : 'course.fire', { course })}
    </Button>
  );
}
