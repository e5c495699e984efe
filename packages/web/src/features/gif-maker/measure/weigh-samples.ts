/** How large the GIF of such samples becomes, found out in a worker of its own. */
import type { GifSamples } from '@filesmith/contract/gif-estimate'

/** Rejects when the signal aborts, or when there is no worker to be had. */
export function weighSamples(samples: GifSamples, signal: AbortSignal): Promise<number> {
  const worker = new Worker(new URL('./weigh-samples.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<number>((give, fail) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => give(data)
    worker.onerror = event => fail(new Error(event.message))
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    worker.postMessage(samples)
  }).finally(() => worker.terminate())
}
