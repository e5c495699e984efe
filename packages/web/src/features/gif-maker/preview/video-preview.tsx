/** Preview of a video part: played forward, or captured first and played in reverse. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { type ReactNode, useRef } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { heightFor } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { GifSource } from '../use-gif-source.ts'
import { GifPreview } from './gif-preview.tsx'
import { useFramePreview } from './use-frame-preview.ts'
import { usePlaying } from './use-playing.ts'
import { useReversedVideoFrames } from './use-reversed-video-frames.ts'
import { useVideoPreview } from './use-video-preview.ts'

const { preview: texts } = gifMessages
/** Debounces dragging. */
const debounceMs = 200

interface VideoPreviewProps {
  readonly source: GifSource
  readonly url: string | undefined
  readonly settings: GifSettings
  readonly isActive: boolean
  /** The preview stats. */
  readonly children: ReactNode
}

export function VideoPreview({ source, url, settings, isActive, children }: VideoPreviewProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = usePlaying()
  const { startTime, duration, fps, width, caption, isReversed } = useDebounced(settings, debounceMs)
  const canAnimate = source.canPlay !== false && url !== undefined
  const size = { width, height: heightFor(width, source.size) }
  const playbackOptions = { size, caption, isPlaying: isPlaying && isActive }
  const isRendered = useVideoPreview(canvasRef, {
    ...playbackOptions,
    url: isReversed || !canAnimate ? undefined : url,
    startTime,
    duration,
    fps,
  })
  const reversed = useReversedVideoFrames(
    isReversed && canAnimate ? url : undefined,
    { startTime, duration },
    fps,
    size,
  )
  useFramePreview(canvasRef, { ...playbackOptions, frames: reversed.frames })

  const waiting =
    isReversed && reversed.total > 0 ? texts.reversing(reversed.done, reversed.total) : texts.preparing
  const isWaiting = canAnimate && (isReversed ? reversed.frames === undefined : !isRendered)
  return (
    <GifPreview
      canvasRef={canvasRef}
      size={size}
      imageUrl={(source.isAnimatedImage && url) || (source.inspection.details?.previewUrl ?? undefined)}
      canAnimate={canAnimate}
      isPlaying={isPlaying}
      message={isWaiting ? waiting : ''}
      onPlay={setIsPlaying}
    >
      {children}
    </GifPreview>
  )
}
