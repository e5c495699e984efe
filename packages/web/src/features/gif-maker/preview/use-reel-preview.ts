/** Plays frames that are kept in memory on a canvas: pictures one after the other, or a film backwards. */
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ImageSize } from '../gif-figures.ts'
import { playReel, type ReelFrame } from './reel.ts'
import { drawFrame } from './stage.ts'

interface ReelPreview {
  /** Undefined as long as they are being collected. */
  readonly frames: readonly ReelFrame[] | undefined
  readonly size: ImageSize
  readonly caption: string
  readonly isPlaying: boolean
  /** Told whether the frame in sight is one that can be shown. */
  readonly onShown?: (isSeen: boolean) => void
}

export function useReelPreview(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  { frames, size, caption, isPlaying, onShown }: ReelPreview,
): void {
  const show = useEffectEvent((frame: ReelFrame) => {
    if (canvasRef.current) drawFrame(canvasRef.current, frame.image, caption)
    onShown?.(frame.image !== undefined)
  })
  const isGoing = useEffectEvent(() => isPlaying)
  const { width, height } = size

  // biome-ignore lint/correctness/useExhaustiveDependencies: another size or caption is drawn from the beginning
  useEffect(() => {
    if (!frames || frames.length === 0) return
    const leaving = new AbortController()
    playReel(frames, { isPlaying: () => isGoing(), show: frame => show(frame), signal: leaving.signal })
    return () => leaving.abort()
  }, [frames, width, height, caption])
}
