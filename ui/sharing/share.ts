/** How this browser gives a text or a link away; plain HTTP has neither way (D24). */
type SharingWay = 'share' | 'copy' | undefined;

export function getSharingWay(): SharingWay {
  const { share, clipboard } = navigator as Partial<Navigator>;
  if (share) return 'share';
  return clipboard ? 'copy' : undefined;
}

/** Opens the phone's share sheet, or copies where there is none or it fails; a link alone is copied without its text. */
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
