/** Collects the frames of a part of a film by letting it run: looking them up one by one takes far longer. */
import { type FilmPart, frameMoments } from '../film/film-part.ts'
import { seekTo } from '../film/load-film.ts'

interface Recording {
  readonly part: FilmPart
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
export async function recordFrames(film: HTMLVideoElement, recording: Recording): Promise<void> {
  const { part, fps, signal, onFrame } = recording
  const total = frameMoments(part, fps).length
  await seekTo(film, part.startTime, signal)
  if (signal.aborted) return
  onFrame(1)
  let done = 1
  film.playbackRate = fps <= hurryUpToFps ? hurry : 1
  await film.play().catch(() => undefined)
  await new Promise<void>(resolve => {
    const tick = () => {
      if (signal.aborted) return resolve()
      const passed = film.currentTime - part.startTime + roundingSeconds
      const reached = film.ended ? total : Math.min(total, Math.floor(passed * fps) + 1)
      // What the player was too slow to show is as it was before.
      if (reached > done) onFrame(reached - done)
      done = Math.max(done, reached)
      if (done >= total) return resolve()
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  film.pause()
}
