import { Copy, Share2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../controls/Button.tsx';
import { showToast } from '../feedback/show-toast.ts';
import { shareText, getSharingWay } from './share.ts';

interface Props extends ComponentProps<typeof Button> {
  readonly text: () => string;
  /** A link to share with the text. */
  readonly url?: string;
  readonly words: Readonly<Record<'share' | 'copy' | 'copied' | 'failed', string>>;
}

/** A button that shares or copies a text and a link. It is hidden if the browser can do neither. */
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
