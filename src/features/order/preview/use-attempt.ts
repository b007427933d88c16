import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlacing } from '#client/engine/placing.ts';
import { showToast } from '#ui/feedback/show-toast.ts';

export interface CodeError {
  readonly text: string;
}

export interface Attempt {
  /** `unknown`: the order was sent and no answer came. */
  readonly state: 'idle' | 'busy' | 'unknown';
  /** A new object for each attempt, so that the field of the order code is focused each time. */
  readonly codeError: CodeError | undefined;
  readonly problem: string | undefined;
  /** Runs one attempt. If it throws, the diner reads that the order could not be placed. */
  run(work: () => Promise<void>): Promise<void>;
  /** Shows the problem as a toast. It also stays above the button until the next attempt. */
  explain(text: string): void;
  rejectCode(text: string): void;
  waitForOutcome(): void;
  end(): void;
}

/** The state of placing an order, as the button and the field of the order code show it. */
export function useAttempt(): Attempt {
  const { t } = useTranslation('cart');
  const [state, setState] = useState<Attempt['state']>('idle');
  const [codeError, setCodeError] = useState<CodeError>();
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    if (state !== 'unknown') return;
    isPlacing.next(true);
    return () => isPlacing.next(false);
  }, [state]);
  useEffect(() => () => isPlacing.next(false), []);

  const end = () => setState('idle');
  const explain = (text: string) => {
    showToast(text);
    setProblem(text);
  };
  return {
    state,
    codeError,
    problem,
    async run(work) {
      setState('busy');
      setProblem(undefined);
      setCodeError(undefined);
      try {
        await work();
      } catch (error) {
        console.error('placing the order', error);
        explain(t('place.failed'));
        end();
      }
    },
    explain,
    rejectCode(text) {
      setCodeError({ text });
      end();
    },
    waitForOutcome: () => setState('unknown'),
    end,
  };
}
