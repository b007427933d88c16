import { useTranslation } from 'react-i18next';
import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '#client/api/api-error.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { Button } from '#ui/controls/Button.tsx';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import { statusOf } from './status-code.ts';

interface State {
  readonly error?: unknown;
  readonly failed: boolean;
  /** The address that it failed at, or that is shown. */
  readonly path?: string;
}

/** Shows the error page in place of what broke, until the address changes. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary path={useLocation().pathname}>{children}</Boundary>;
}

export class Boundary extends Component<{ path: string; children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  static getDerivedStateFromProps({ path }: { path: string }, state: State): State | null {
    return path === state.path ? null : { path, failed: false, error: undefined };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    console.error(error, componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorPage error={this.state.error} /> : this.props.children;
  }
}

/** CH2: the page of last resort, with status code and message when there are any. */
function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const code = error instanceof ApiError ? error.code : undefined;
  const message = error instanceof Error ? error.message : '';
  useEffect(() => logBehaviour('error-shown', { code: String(code ?? ''), message }), [code, message]);

  return (
    <MessagePage
      title={t('error.title')}
      failed={{ error: errorWords(error) }}
      actions={
        <Button wide onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
      }
    >
      {code !== undefined && <p>{t('error.status', { code: statusOf(code) })}</p>}
      {message && <p>{message}</p>}
    </MessagePage>
  );
}

/** For those who mend it: what and where, without what was in it. */
function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [error.message, ...(error.stack?.split('\n').slice(1, 6) ?? [])].join('\n');
}
