/** The preview of a part of a film: forwards it is played, backwards its frames are collected first. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { type ReactNode, useRef } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { heightFor } from '../gif-figures.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { Source } from '../use-source.ts'
import { GifPreview } from './gif-preview.tsx'
import { usePlaying } from './use-playing.ts'
import { useReelPreview } from './use-reel-preview.ts'
import { useVideoPreview } from './use-video-preview.ts'
import { useVideoReel } from './use-video-reel.ts'

const { preview: texts } = gifMessages
/** While somebody drags, the preview waits. */
const settleMs = 200

interface VideoPreviewProps {
  readonly source: Source
  readonly url: string | undefined
  readonly settings: GifSettings
  readonly isActive: boolean
  /** Its figures. */
  readonly children: ReactNode
}

export function VideoPreview({ source, url, settings, isActive, children }: VideoPreviewProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = usePlaying()
  const { startTime, duration, fps, width, caption, isReversed } = useDebounced(settings, settleMs)
  const canMove = source.canPlay !== false && url !== undefined
  const size = { width, height: heightFor(width, source.size) }
  const goes = { size, caption, isPlaying: isPlaying && isActive }
  const isSeen = useVideoPreview(canvasRef, {
    ...goes,
    url: isReversed || !canMove ? undefined : url,
    startTime,
    duration,
    fps,
  })
  const reel = useVideoReel(isReversed && canMove ? url : undefined, { startTime, duration }, fps, size)
  useReelPreview(canvasRef, { ...goes, frames: reel.frames })

  const waiting = isReversed && reel.total > 0 ? texts.windingBack(reel.done, reel.total) : texts.preparing
  const isWaiting = canMove && (isReversed ? reel.frames === undefined : !isSeen)
  return (
    <GifPreview
      canvasRef={canvasRef}
      size={size}
      imageUrl={(source.isAnimatedImage && url) || (source.inspection.details?.previewUrl ?? undefined)}
      canMove={canMove}
      isPlaying={isPlaying}
      message={isWaiting ? waiting : ''}
      onPlay={setIsPlaying}
    >
      {children}
    </GifPreview>
  )
}
