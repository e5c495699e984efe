/** Collects the frames of a part of a film by letting it run: looking them up one by one takes far longer. */

import { seekTo } from '../video/load-video.ts'
import { frameMoments, type VideoPart } from '../video/video-part.ts'

interface Recording {
  readonly part: VideoPart
  readonly fps: number
  readonly signal: AbortSignal
  /** Told each frame that is in sight, with how many moments of the GIF it stands for. */
  readonly onFrame: (count: number) => void
}

/** A slow rate leaves time to hurry through the film. */
const hurryUpToFps = 15
const hurry = 2
const roundingSeconds = 0.002

/** Resolves when all moments have their frame, or when the signal aborts. */
export async function recordFrames(video: HTMLVideoElement, audio: Recording): Promise<void> {
  const { part, fps, signal, onFrame } = audio
  const total = frameMoments(part, fps).length
  await seekTo(video, part.startTime, signal)
  if (signal.aborted) return
  onFrame(1)
  let done = 1
  video.playbackRate = fps <= hurryUpToFps ? hurry : 1
  await video.play().catch(() => undefined)
  await new Promise<void>(resolve => {
    const tick = () => {
      if (signal.aborted) return resolve()
      const passed = video.currentTime - part.startTime + roundingSeconds
      const reached = video.ended ? total : Math.min(total, Math.floor(passed * fps) + 1)
      // What the player was too slow to show is as it was before.
      if (reached > done) onFrame(reached - done)
      done = Math.max(done, reached)
      if (done >= total) return resolve()
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  video.pause()
}
