/** Captures the frames of a video part by playing it, which is far faster than seeking to each frame. */

import { seekTo } from '../video/load-video.ts'
import { frameTimes, type VideoPart } from '../video/video-part.ts'

interface CaptureOptions {
  readonly part: VideoPart
  readonly fps: number
  readonly signal: AbortSignal
  /** Called for each displayed frame with the number of GIF frames it covers. */
  readonly onFrame: (count: number) => void
}

/** At low frame rates the video can play at double speed. */
const fastUpToFps = 15
const fastPlaybackRate = 2
const roundingSeconds = 0.002

/** Resolves when all frames are captured or the signal aborts. */
export async function captureFrames(video: HTMLVideoElement, options: CaptureOptions): Promise<void> {
  const { part, fps, signal, onFrame } = options
  const total = frameTimes(part, fps).length
  await seekTo(video, part.startTime, signal)
  if (signal.aborted) return
  onFrame(1)
  let done = 1
  video.playbackRate = fps <= fastUpToFps ? fastPlaybackRate : 1
  await video.play().catch(() => undefined)
  await new Promise<void>(resolve => {
    const tick = () => {
      if (signal.aborted) return resolve()
      const elapsed = video.currentTime - part.startTime + roundingSeconds
      const reached = video.ended ? total : Math.min(total, Math.floor(elapsed * fps) + 1)
      // Frames the player skipped repeat the previous one.
      if (reached > done) onFrame(reached - done)
      done = Math.max(done, reached)
      if (done >= total) return resolve()
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  video.pause()
}
