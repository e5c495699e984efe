/** The preview of pictures, one after the other as they will play. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { type ReactNode, useRef, useState } from 'react'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { heightFor } from '../gif-figures.ts'
import type { GifSettings } from '../gif-settings.ts'
import type { ImageDelays } from '../images/image-delays.ts'
import { useImageReel } from '../images/use-image-reel.ts'
import type { Source } from '../use-source.ts'
import { GifPreview } from './gif-preview.tsx'
import { usePlaying } from './use-playing.ts'
import { useReelPreview } from './use-reel-preview.ts'

const { preview: texts } = gifMessages
/** While somebody drags or types, the preview waits. */
const settleMs = 200

interface ImagesPreviewProps {
  readonly source: Source
  readonly settings: GifSettings
  readonly delays: ImageDelays
  readonly isActive: boolean
  /** Its figures. */
  readonly children: ReactNode
}

export function ImagesPreview({ source, settings, delays, isActive, children }: ImagesPreviewProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isPlaying, setIsPlaying] = usePlaying()
  const [isSeen, setIsSeen] = useState(true)
  const { fps, width, caption, isReversed } = useDebounced(settings, settleMs)
  const size = { width, height: heightFor(width, source.size) }
  const frames = useImageReel({ files: source.files, delays, fps, isReversed, size })
  useReelPreview(canvasRef, { frames, size, caption, isPlaying: isPlaying && isActive, onShown: setIsSeen })
  const isWaiting = frames === undefined
  return (
    <GifPreview
      canvasRef={canvasRef}
      size={size}
      canMove
      isPlaying={isPlaying}
      message={isWaiting ? texts.preparing : isSeen ? '' : texts.unseen}
      onPlay={setIsPlaying}
    >
      {children}
    </GifPreview>
  )
}
