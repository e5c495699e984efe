/** The preview of a part of a film: forwards it is played, backwards its frames are collected first. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { type ReactNode, useRef } from 'react'
import { useSettled } from '../../../lib/use-settled.ts'
import { heightFor } from '../gif-figures.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { Source } from '../use-source.ts'
import { GifPreview } from './gif-preview.tsx'
import { useFilmPreview } from './use-film-preview.ts'
import { useFilmReel } from './use-film-reel.ts'
import { usePlaying } from './use-playing.ts'
import { useReelPreview } from './use-reel-preview.ts'

const { preview: texts } = gifMessages
/** While somebody drags, the preview waits. */
const settleMs = 200

interface FilmPreviewProps {
  readonly source: Source
  readonly url: string | undefined
  readonly settings: GifSettings
  readonly isActive: boolean
  /** Its figures. */
  readonly children: ReactNode
}

export function FilmPreview({ source, url, settings, isActive, children }: FilmPreviewProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = usePlaying()
  const { startTime, duration, fps, width, caption, isReversed } = useSettled(settings, settleMs)
  const canMove = source.canPlay !== false && url !== undefined
  const size = { width, height: heightFor(width, source.size) }
  const goes = { size, caption, isPlaying: isPlaying && isActive }
  const isSeen = useFilmPreview(canvasRef, {
    ...goes,
    url: isReversed || !canMove ? undefined : url,
    startTime,
    duration,
    fps,
  })
  const reel = useFilmReel(isReversed && canMove ? url : undefined, { startTime, duration }, fps, size)
  useReelPreview(canvasRef, { ...goes, frames: reel.frames })

  const waiting = isReversed && reel.total > 0 ? texts.windingBack(reel.done, reel.total) : texts.preparing
  const isWaiting = canMove && (isReversed ? reel.frames === undefined : !isSeen)
  return (
    <GifPreview
      canvasRef={canvasRef}
      size={size}
      pictureUrl={(source.isMovingPicture && url) || (source.inspection.details?.previewUrl ?? undefined)}
      canMove={canMove}
      isPlaying={isPlaying}
      message={isWaiting ? waiting : ''}
      onPlay={setIsPlaying}
    >
      {children}
    </GifPreview>
  )
}
