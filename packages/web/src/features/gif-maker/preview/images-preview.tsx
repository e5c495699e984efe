/** Preview of an image sequence. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { type ReactNode, useRef, useState } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { heightFor } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { ImageDelays } from '../images/image-delays.ts'
import { useImageFrames } from '../images/use-image-frames.ts'
import type { GifSource } from '../use-gif-source.ts'
import { GifPreview } from './gif-preview.tsx'
import { useFramePreview } from './use-frame-preview.ts'
import { usePlaying } from './use-playing.ts'

const { preview: texts } = gifMessages
/** Debounces dragging and typing. */
const debounceMs = 200

interface ImagesPreviewProps {
  readonly source: GifSource
  readonly settings: GifSettings
  readonly delays: ImageDelays
  readonly isActive: boolean
  /** The preview stats. */
  readonly children: ReactNode
}

export function ImagesPreview({ source, settings, delays, isActive, children }: ImagesPreviewProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = usePlaying()
  const [isRendered, setIsRendered] = useState(true)
  const { fps, width, caption, isReversed } = useDebounced(settings, debounceMs)
  const size = { width, height: heightFor(width, source.size) }
  const frames = useImageFrames({ files: source.files, delays, fps, isReversed, size })
  useFramePreview(canvasRef, {
    frames,
    size,
    caption,
    isPlaying: isPlaying && isActive,
    onFrameShown: setIsRendered,
  })
  const isWaiting = frames === undefined
  return (
    <GifPreview
      canvasRef={canvasRef}
      size={size}
      canAnimate
      isPlaying={isPlaying}
      message={isWaiting ? texts.preparing : isRendered ? '' : texts.noPreview}
      onPlay={setIsPlaying}
    >
      {children}
    </GifPreview>
  )
}
