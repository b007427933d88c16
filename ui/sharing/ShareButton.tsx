import { Copy, Share2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../controls/Button.tsx';
import { showToast } from '../feedback/show-toast.ts';
import { shareText, getSharingWay } from './share.ts';

interface Props extends ComponentProps<typeof Button> {
  readonly text: () => string;
  /** A link that goes along. */
  readonly url?: string;
  readonly words: Readonly<Record<'share' | 'copy' | 'copied' | 'failed', string>>;
}

/** Gives a text or a link to somebody else; nothing where the browser has no way. */
export function ShareButton({ text, url, words, ...rest }: Props) {
  const way = getSharingWay();
  if (!way) return null;
  const handleShare = async () => {
    const outcome = await shareText(text(), url);
    if (outcome === 'copied' || outcome === 'failed') showToast(words[outcome]);
  };
  return (
    <Button variant="secondary" {...rest} onClick={() => void handleShare()}>
      {way === 'share' ? <Share2 aria-hidden /> : <Copy aria-hidden />}
      {words[way]}
    </Button>
  );
}
