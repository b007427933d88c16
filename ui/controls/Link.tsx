import type { ComponentProps, MouseEvent } from 'react';
import { createPath, useHref, useLocation, useNavigate, type To } from 'react-router-dom';

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  /** Takes this entry's place in the history. Default: only where it leads to the address that is shown. */
  readonly replace?: boolean | undefined;
  /** What the new entry of the history bears. */
  readonly state?: unknown;
}

/** A link to another page. The router's own brings half of the router along, for loaders and forms that nobody uses. */
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

/** False where it asks the browser for a new tab, a window or a menu. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
