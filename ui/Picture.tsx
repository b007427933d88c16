import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';

interface Props extends ComponentProps<'img'> {
  readonly alt: string;
  /** Stands in its place when it does not come. */
  readonly fallback?: ReactNode;
}

/** A picture that may not come; it is asked for again once the phone is back online. */
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
