import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';

interface Props extends ComponentProps<'img'> {
  readonly alt: string;
  /** Shown if the picture cannot be loaded. */
  readonly fallback?: ReactNode;
}

/** A picture that is loaded again when the phone is back online, if it failed before. */
export function Picture({ alt, fallback = null, ...rest }: Props) {
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!failed) return;
    const askAgain = () => setFailed(false);
    addEventListener('online', askAgain);
    return () => removeEventListener('online', askAgain);
  }, [failed]);

  return failed ? fallback : <img {...rest} alt={alt} onError={() => setFailed(true)} />;
}
