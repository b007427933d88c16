import { useTranslation } from 'react-i18next';
import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { ApiError } from '#client/api/api-error.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { Button } from '#ui/controls/Button.tsx';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import { findHttpStatus } from './status-code.ts';

interface State {
  readonly error?: unknown;
  readonly failed: boolean;
  /** The path of the last render. Another path clears the error. */
  readonly path?: string;
}

/** Shows the error page after a component has thrown, until the path changes. */
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

/** The page after an unexpected error, with status code and message if the error has them. */
function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const code = error instanceof ApiError ? error.code : undefined;
  const message = error instanceof Error ? error.message : '';
  useEffect(() => logBehaviour('error-shown', { code: String(code ?? ''), message }), [code, message]);

  return (
    <MessagePage
      title={t('error.title')}
      failed={{ error: describeError(error) }}
      actions={
        <Button wide onClick={() => location.reload()}>
          {t('error.reload')}
        </Button>
      }
    >
      {code !== undefined && <p>{t('error.status', { code: findHttpStatus(code) })}</p>}
      {message && <p>{message}</p>}
    </MessagePage>
  );
}

/** Message and the first stack frames, for a problem report. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [error.message, ...(error.stack?.split('\n').slice(1, 6) ?? [])].join('\n');
}
