/** Preview of an image sequence. */
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedFile } from '../../../lib/file-list/listed-file.ts'
import { loadImage } from '../../../lib/load-image.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { heightFor, type ImageSize } from '../gif-metrics.ts'
import type { GifSettings } from '../gif-settings.ts'
import { delayOf, type ImageDelays } from '../images/image-delays.ts'
import type { GifSource } from '../use-gif-source.ts'
import { drawFitted } from './draw-frame.ts'
import { type PreviewFrame, previewFrameSize } from './frame-playback.ts'
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

interface ImageFramesOptions {
  readonly files: readonly ListedFile[]
  readonly delays: ImageDelays
  readonly fps: number
  readonly isReversed: boolean
  readonly size: ImageSize
}

/** Null if the image cannot be displayed: uploaded on an earlier visit, or not supported by the browser. */
type Images = ReadonlyMap<string, ImageBitmap | null>

/** Decodes the selected images into preview frames, in order and with their delays. */
function useImageFrames(settings: ImageFramesOptions): readonly PreviewFrame[] | undefined {
  const { files, delays, fps, isReversed, size } = settings
  const images = useImages(files, previewFrameSize(size, files.length))
  return useMemo(() => {
    if (files.length === 0 || !files.every(({ key }) => images.has(key))) return undefined
    const frames = files.map(listed => ({
      image: images.get(listed.key) ?? undefined,
      delayMs: delayOf(listed, delays, fps),
    }))
    return isReversed ? frames.reverse() : frames
  }, [files, images, delays, fps, isReversed])
}

function useImages(files: readonly ListedFile[], { width, height }: ImageSize): Images {
  const [images, setImages] = useState<Images>(new Map())
  // Independent of order and upload progress.
  const identity = files
    .map(({ key }) => key)
    .toSorted()
    .join()
  const [requested, setRequested] = useState({ identity: '', files })
  if (requested.identity !== identity) setRequested({ identity, files })

  useEffect(() => {
    const abortController = new AbortController()
    const decoded: ImageBitmap[] = []
    const decodeAll = async () => {
      const next = new Map<string, ImageBitmap | null>()
      for (const { key, file } of requested.files) {
        const element = file && (await loadImage(file))
        if (abortController.signal.aborted) return
        const image = element ? shrink(element, { width, height }) : null
        if (image) decoded.push(image)
        next.set(key, image)
      }
      setImages(next)
    }
    void decodeAll()
    return () => {
      abortController.abort()
      setImages(new Map())
      for (const image of decoded) image.close()
    }
  }, [requested.files, width, height])
  return images
}

function shrink(element: HTMLImageElement, { width, height }: ImageSize): ImageBitmap | null {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return null
  drawFitted(context, element)
  return canvas.transferToImageBitmap()
}
