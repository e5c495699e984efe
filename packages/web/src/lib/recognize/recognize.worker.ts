/** Recognizes formats in a worker, so that no content can block the page. */
import { type FileParts, recognizeParts } from './recognize-parts.ts'

self.addEventListener('message', ({ data }: MessageEvent<FileParts>) =>
  self.postMessage(recognizeParts(data)),
)
