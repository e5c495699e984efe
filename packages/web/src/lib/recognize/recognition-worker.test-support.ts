/** A stand-in for the worker, which the test environment lacks: recognizes in the same thread. */
import { type FileParts, recognizeParts } from './recognize-parts.ts'

export class RecognitionWorker extends EventTarget {
  postMessage(parts: FileParts) {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: recognizeParts(parts) })))
  }
  terminate() {}
}
