/** Plays decoded preview frames, each for its delay. */
import type { ImageSize } from '../gif-metrics.ts'

export interface PreviewFrame {
  /** Absent if the browser cannot display the image. */
  readonly image: ImageBitmap | undefined
  readonly delayMs: number
}

/** Memory budget of a preview: enough for 10 s of 480 px at 10 fps. */
const budgetBytes = 96 * 1024 * 1024
const bytesPerPixel = 4

/** The requested size, scaled down if the frames exceed the memory budget. */
export function previewFrameSize({ width, height }: ImageSize, frameCount: number): ImageSize {
  const requestedBytes = width * height * bytesPerPixel * frameCount
  const scale = Math.min(1, Math.sqrt(budgetBytes / requestedBytes))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Index of the frame displayed after `elapsedMs`, looping. */
export function frameAt(delaysMs: readonly number[], elapsedMs: number): number {
  const totalMs = delaysMs.reduce((sum, ms) => sum + ms, 0)
  if (totalMs === 0) return 0
  let leftMs = elapsedMs % totalMs
  for (const [index, ms] of delaysMs.entries()) {
    if (leftMs < ms) return index
    leftMs -= ms
  }
  return 0
}

interface FramePlaybackOptions {
  readonly isPlaying: () => boolean
  readonly show: (frame: PreviewFrame) => void
  readonly signal: AbortSignal
}

/** Shows the first frame at once, then advances while `isPlaying` is true. */
export function playFrames(
  frames: readonly PreviewFrame[],
  { isPlaying, show, signal }: FramePlaybackOptions,
): void {
  const delaysMs = frames.map(({ delayMs }) => delayMs)
  let elapsedMs = 0
  let previousMs: number | undefined
  let shown = -1
  const tick = (nowMs: number) => {
    if (signal.aborted) return
    if (previousMs !== undefined && isPlaying()) elapsedMs += nowMs - previousMs
    previousMs = nowMs
    const index = frameAt(delaysMs, elapsedMs)
    const frame = frames[index]
    if (index !== shown && frame) show(frame)
    shown = index
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}
