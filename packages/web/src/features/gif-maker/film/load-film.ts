/** A silent player of the browser for a film, and the way to a moment in it. */

/** Rejects when the browser cannot play it. */
export function loadFilm(url: string, signal: AbortSignal): Promise<HTMLVideoElement> {
  const film = document.createElement('video')
  film.muted = true
  film.playsInline = true
  film.preload = 'auto'
  return new Promise((give, fail) => {
    film.addEventListener('loadeddata', () => give(film), { once: true, signal })
    film.addEventListener('error', () => fail(film.error ?? new Error('the film cannot be played')), {
      once: true,
      signal,
    })
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    film.src = url
  })
}

/** Players round to their own clock: asking for exactly the end gives nothing to see. */
const shortOfTheEnd = 0.001
/** A damaged place in a film may never be found. */
const patienceMs = 5000

/** Resolves when the frame is there; also, with whatever frame there is, when it takes too long. */
export function seekTo(film: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  const { duration } = film
  const last = Number.isFinite(duration) ? Math.max(0, duration - shortOfTheEnd) : Number.POSITIVE_INFINITY
  return new Promise(resolve => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    film.addEventListener('seeked', () => resolve(), { once: true, signal: over })
    over.addEventListener('abort', () => resolve(), { once: true })
    film.currentTime = Math.min(seconds, last)
  })
}
