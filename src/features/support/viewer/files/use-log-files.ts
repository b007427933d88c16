import { useCallback, useEffect, useRef, useState } from 'react';
import { readLog, type ReadLog } from '../logs/read-log.ts';

interface Named {
  readonly name: string;
  readonly bytes: () => Promise<Uint8Array>;
}

export interface LogFiles {
  /** In the order in which they were opened. A log with the name of an open one replaces it. */
  readonly logs: readonly ReadLog[];
  /** The file that is being read, and which part of it has been read, 0 to 1. */
  readonly reading: { readonly name: string; readonly part: number } | undefined;
  readonly isDragged: boolean;
  open(files: readonly File[]): void;
  openText(name: string, text: string): void;
  close(log: ReadLog): void;
  stop(): void;
}

/** The open log files. Files can be chosen, or dropped anywhere on the page. They are read one after the other. */
export function useLogFiles(): LogFiles {
  const [logs, setLogs] = useState<readonly ReadLog[]>([]);
  const [reading, setReading] = useState<LogFiles['reading']>();
  const [isDragged, setDragged] = useState(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const running = useRef<AbortController>(undefined);

  const enqueue = useCallback((files: readonly Named[]) => {
    const readFiles = async () => {
      const controller = new AbortController();
      running.current = controller;
      const read: ReadLog[] = [];
      for (const { name, bytes } of files) {
        const reportProgress = (part: number) => setReading({ name, part });
        const log = await readLog(name, await bytes(), {
          reportProgress,
          signal: controller.signal,
          pause: waitForNextTask,
        });
        read.push(log);
        if (controller.signal.aborted) break;
      }
      // Add all logs at once, because the time axis is calculated again for each change of the list.
      const names = new Set(read.map(({ name }) => name));
      setLogs((before) => [...before.filter(({ name }) => !names.has(name)), ...read]);
      setReading(undefined);
    };
    queue.current = queue.current.then(readFiles).catch((error: unknown) => console.error(error));
  }, []);

  const open = useCallback(
    (files: readonly File[]) =>
      enqueue(
        files.map((file) => ({
          name: file.name,
          bytes: async () => new Uint8Array(await file.arrayBuffer()),
        })),
      ),
    [enqueue],
  );
  const openText = useCallback(
    (name: string, text: string) => enqueue([{ name, bytes: async () => new TextEncoder().encode(text) }]),
    [enqueue],
  );

  useEffect(() => {
    const handleDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setDragged(event.type !== 'dragleave' || event.relatedTarget !== null);
    };
    const handleDrop = (event: DragEvent) => {
      setDragged(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      open(files);
    };
    const kinds = ['dragenter', 'dragover', 'dragleave'] as const;
    for (const kind of kinds) addEventListener(kind, handleDrag);
    addEventListener('drop', handleDrop);
    return () => {
      for (const kind of kinds) removeEventListener(kind, handleDrag);
      removeEventListener('drop', handleDrop);
    };
  }, [open]);
  useEffect(() => () => running.current?.abort(), []);

  return {
    logs,
    reading,
    isDragged,
    open,
    openText,
    close: (log) => setLogs((before) => before.filter((each) => each !== log)),
    stop: () => running.current?.abort(),
  };
}

function waitForNextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
