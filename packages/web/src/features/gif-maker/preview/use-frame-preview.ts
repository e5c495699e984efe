/** Plays decoded frames on a canvas: an image sequence, or a reversed video. */
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ImageSize } from '../gif-metrics.ts'
import { drawFrame } from './draw-frame.ts'
import { type PreviewFrame, playFrames } from './frame-playback.ts'

interface FramePreviewOptions {
  /** Undefined while they are being decoded. */
  readonly frames: readonly PreviewFrame[] | undefined
  readonly size: ImageSize
  readonly caption: string
  readonly isPlaying: boolean
  /** Called with whether the current frame can be displayed. */
  readonly onFrameShown?: (isRendered: boolean) => void
}

export function useFramePreview(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  { frames, size, caption, isPlaying, onFrameShown }: FramePreviewOptions,
): void {
  const show = useEffectEvent((frame: PreviewFrame) => {
    if (canvasRef.current) drawFrame(canvasRef.current, frame.image, caption)
    onFrameShown?.(frame.image !== undefined)
  })
  const isPlayingNow = useEffectEvent(() => isPlaying)
  const { width, height } = size

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size or caption restarts the preview
  useEffect(() => {
    if (!frames || frames.length === 0) return
    const abortController = new AbortController()
    playFrames(frames, {
      isPlaying: () => isPlayingNow(),
      show: frame => show(frame),
      signal: abortController.signal,
    })
    return () => abortController.abort()
  }, [frames, width, height, caption])
}
