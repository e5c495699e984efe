/** Looks up single frames of a film in a player that nobody sees; several may ask, and each gets its frame in turn. */
import { loadVideo, seekTo } from './load-video.ts'

export interface VideoReader {
  /** Shows the frame of each moment to `draw`, one after the other. Ends early, without a word, when the signal aborts. */
  frames(
    moments: readonly number[],
    signal: AbortSignal,
    draw: (video: HTMLVideoElement, index: number) => void | Promise<void>,
  ): Promise<void>
  close(): void
}

export function openVideoReader(url: string): VideoReader {
  const closing = new AbortController()
  const loading = loadVideo(url, closing.signal)
  // Whoever asks for a frame hears of it; nobody asking is no error.
  loading.catch(() => undefined)
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  return {
    async frames(moments, signal, draw) {
      const over = AbortSignal.any([signal, closing.signal])
      const video = await loading
      for (const [index, moment] of moments.entries()) {
        if (over.aborted) return
        // One frame a turn, so that a long list of one asker does not keep the others waiting.
        await inTurn(async () => {
          if (over.aborted) return
          await seekTo(video, moment, over)
          if (!over.aborted) await draw(video, index)
        })
      }
    },
    close() {
      closing.abort()
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
