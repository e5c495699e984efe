/** Measures the GIF size of sampled frames in a web worker. */
import type { GifSamples } from '@filesmith/contract/gif-estimate'

/** Rejects when the signal aborts or the worker cannot be started. */
export function measureSamples(samples: GifSamples, signal: AbortSignal): Promise<number> {
  const worker = new Worker(new URL('./measure-samples.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    worker.onerror = event => reject(new Error(event.message))
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.postMessage(samples)
  }).finally(() => worker.terminate())
}
