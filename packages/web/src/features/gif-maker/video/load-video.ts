/** Loads a video into a muted, detached <video> element, and seeks in it. */

/** Rejects if the browser cannot play it. */
export function loadVideo(url: string, signal: AbortSignal): Promise<HTMLVideoElement> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  return new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(video), { once: true, signal })
    video.addEventListener(
      'error',
      () => reject(video.error ?? new Error('the browser cannot play this video')),
      {
        once: true,
        signal,
      },
    )
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    video.src = url
  })
}

/** Players round to their own clock: seeking to exactly the end displays no frame. */
const endMarginSeconds = 0.001
/** Seeking into a damaged part of a video may never finish. */
const seekTimeoutMs = 5000

/** Resolves when the frame is available, or after a timeout with whatever frame is displayed. */
export function seekTo(video: HTMLVideoElement, seconds: number, signal: AbortSignal): Promise<void> {
  const { duration } = video
  const last = Number.isFinite(duration) ? Math.max(0, duration - endMarginSeconds) : Number.POSITIVE_INFINITY
  return new Promise(resolve => {
    const stopSignal = AbortSignal.any([signal, AbortSignal.timeout(seekTimeoutMs)])
    video.addEventListener('seeked', () => resolve(), { once: true, signal: stopSignal })
    stopSignal.addEventListener('abort', () => resolve(), { once: true })
    video.currentTime = Math.min(seconds, last)
  })
}
