/** Frames that are kept in memory, each with the time it stays. */
import type { ImageSize } from '../gif-figures.ts'

export interface ReelFrame {
  /** Absent for a picture that a browser cannot show. */
  readonly image: ImageBitmap | undefined
  readonly delayMs: number
}

/** What a preview may take: enough for ten seconds of 480 px at ten frames a second. */
const budgetBytes = 96 * 1024 * 1024
const bytesPerPixel = 4

/** As large as wanted, or as the memory allows for so many of them. */
export function reelSize({ width, height }: ImageSize, frameCount: number): ImageSize {
  const wantedBytes = width * height * bytesPerPixel * frameCount
  const scale = Math.min(1, Math.sqrt(budgetBytes / wantedBytes))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Which frame is seen so long after the beginning; it begins again after the last. */
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

interface ReelPlay {
  readonly isPlaying: () => boolean
  readonly show: (frame: ReelFrame) => void
  readonly signal: AbortSignal
}

/** Shows the first frame at once, and goes on as long as it is to play. */
export function playReel(frames: readonly ReelFrame[], { isPlaying, show, signal }: ReelPlay): void {
  const delaysMs = frames.map(({ delayMs }) => delayMs)
  let elapsedMs = 0
  let before: number | undefined
  let shown = -1
  const tick = (nowMs: number) => {
    if (signal.aborted) return
    if (before !== undefined && isPlaying()) elapsedMs += nowMs - before
    before = nowMs
    const index = frameAt(delaysMs, elapsedMs)
    const frame = frames[index]
    if (index !== shown && frame) show(frame)
    shown = index
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}
