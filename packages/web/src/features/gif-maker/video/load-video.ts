/** A silent player of the browser for a film, and the way to a moment in it. */

/** Rejects when the browser cannot play it. */
export function loadVideo(url: string, signal: AbortSignal): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  return new Promise((give, fail) => {
    video.addEventListener('loadeddata', () => give(video), { once: true, signal })
    video.addEventListener('error', () => fail(video.error ?? new Error('the film cannot be played')), {
      once: true,
      signal,
    })
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    video.src = url
  })
}

/** Players round to their own clock: asking for exactly the end gives nothing to see. */
const shortOfTheEnd = 0.001
/** A damaged place in a film may never be found. */
const patienceMs = 5000

/** Resolves when the frame is there; also, with whatever frame there is, when it takes too long. */
export function seekTo(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  const { duration } = video
  const last = Number.isFinite(duration) ? Math.max(0, duration - shortOfTheEnd) : Number.POSITIVE_INFINITY
  return new Promise(resolve => {
    const over = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    video.addEventListener('seeked', () => resolve(), { once: true, signal: over })
    over.addEventListener('abort', () => resolve(), { once: true })
    video.currentTime = Math.min(seconds, last)
  })
}
