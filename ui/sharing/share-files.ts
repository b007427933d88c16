/** Whether the phone's share sheet accepts these files. Over plain HTTP browsers have no share sheet. */
export function canShareFiles(files: readonly File[]): boolean {
  const { canShare } = navigator as Partial<Navigator>;
  return canShare?.call(navigator, { files: [...files] }) ?? false;
}

/** Opens the phone's share sheet with files. */
export async function shareFiles(
  files: readonly File[],
  title: string,
): Promise<'shared' | 'cancelled' | 'failed'> {
  try {
    await navigator.share({ files: [...files], title });
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'failed';
  }
}

/** The file's address stays valid for so long, ms. A browser may start to save late. */
const revokeAfterMs = 60_000;

/** Saves a file to the browser's downloads. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
