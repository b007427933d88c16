/** How this browser can share a text. undefined over plain HTTP, where browsers offer neither way. */
type SharingWay = 'share' | 'copy' | undefined;

export function getSharingWay(): SharingWay {
  const { share, clipboard } = navigator as Partial<Navigator>;
  if (share) return 'share';
  return clipboard ? 'copy' : undefined;
}

/** Opens the phone's share sheet. Without one, or if it fails, copies the link, or the text if there is no link. */
export async function shareText(
  text: string,
  url?: string,
): Promise<'shared' | 'copied' | 'cancelled' | 'failed'> {
  const { share, clipboard } = navigator as Partial<Navigator>;
  try {
    if (share) {
      await share.call(navigator, url === undefined ? { text } : { text, url });
      return 'shared';
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
  }
  try {
    await clipboard?.writeText(url ?? text);
    return clipboard ? 'copied' : 'failed';
  } catch {
    return 'failed';
  }
}
