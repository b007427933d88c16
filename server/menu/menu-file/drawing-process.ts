/** The child process of `draw-in-process.ts`. It draws one picture, sends it to the parent and ends. */
import type { DrawJob } from './draw-in-process.ts';
import { drawUpload } from './draw-dish.ts';

process.once('message', ({ bytes, square, shape }: DrawJob) => {
  void drawUpload(bytes, square, shape).then((drawn) => process.send!(drawn, () => process.disconnect()));
});
// The parent is gone. A normal exit would wait for the decoder, so the process kills itself.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
