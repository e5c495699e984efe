/** Reads single frames of a video by seeking in a detached <video> element; concurrent requests are interleaved. */
import { loadVideo, seekTo } from './load-video.ts'

export interface VideoReader {
  /** Calls `draw` for the frame at each time, in order. Resolves early when the signal aborts. */
  frames(
    times: readonly number[],
    signal: AbortSignal,
    draw: (video: HTMLVideoElement, index: number) => void | Promise<void>,
  ): Promise<void>
  close(): void
}

export function openVideoReader(url: string): VideoReader {
  const closeController = new AbortController()
  const loading = loadVideo(url, closeController.signal)
  // Load errors surface in `frames`; without a caller they are ignored.
  loading.catch(() => undefined)
  let queue: Promise<unknown> = Promise.resolve()

  const enqueue = (task: () => Promise<void>): Promise<void> => {
    const result = queue.then(task)
    queue = result.catch(() => undefined)
    return result
  }

  return {
    async frames(times, signal, draw) {
      const stopSignal = AbortSignal.any([signal, closeController.signal])
      const video = await loading
      for (const [index, time] of times.entries()) {
        if (stopSignal.aborted) return
        // One frame per queue entry, so that a long request does not starve others.
        await enqueue(async () => {
          if (stopSignal.aborted) return
          await seekTo(video, time, stopSignal)
          if (!stopSignal.aborted) await draw(video, index)
        })
      }
    },
    close() {
      closeController.abort()
      void loading.then(
        video => {
          video.removeAttribute('src')
          video.load()
        },
        () => undefined,
      )
    },
  }
}
