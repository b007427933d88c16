import type { ComponentProps, MouseEvent } from 'react';
import { createPath, useHref, useLocation, useNavigate, type To } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  /** Replaces the present entry of the history. Default: only if the link leads to the present address. */
  readonly replace?: boolean | undefined;
  /** State of the new entry of the history. */
  readonly state?: unknown;
}

/** A link to another page. The router's own `Link` also loads code for loaders and forms, which this app does not use. */
export function Link({ to, replace, state, onClick, children, ...rest }: Props) {
  const href = useHref(to);
  const isHere = createPath(useLocation()) === href;
  const navigate = useNavigate();

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    void navigate(to, { replace: replace ?? isHere, state });
  };

  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}

/** False for clicks that open a new tab, a window or a menu. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
