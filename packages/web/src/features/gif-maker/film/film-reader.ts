/** Looks up single frames of a film in a player that nobody sees; several may ask, and each gets its frame in turn. */
import { loadFilm, seekTo } from './load-film.ts'

export interface FilmReader {
  /** Shows the frame of each moment to `draw`, one after the other. Ends early, without a word, when the signal aborts. */
  frames(
    moments: readonly number[],
    signal: AbortSignal,
    draw: (film: HTMLVideoElement, index: number) => void | Promise<void>,
  ): Promise<void>
  close(): void
}

export function openFilmReader(url: string): FilmReader {
  const closing = new AbortController()
  const loading = loadFilm(url, closing.signal)
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
      const film = await loading
      for (const [index, moment] of moments.entries()) {
        if (over.aborted) return
        // One frame a turn, so that a long list of one asker does not keep the others waiting.
        await inTurn(async () => {
          if (over.aborted) return
          await seekTo(film, moment, over)
          if (!over.aborted) await draw(film, index)
        })
      }
    },
    close() {
      closing.abort()
      void loading.then(
        film => {
          film.removeAttribute('src')
          film.load()
        },
        () => undefined,
      )
    },
  }
}
