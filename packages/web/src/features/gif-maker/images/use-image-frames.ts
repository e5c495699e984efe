/** Decodes the selected images into preview frames, in order and with their delays. */
import { useEffect, useMemo, useState } from 'react'
import type { ListedFile } from '../../../lib/file-list/listed-file.ts'
import { loadImage } from '../../../lib/load-image.ts'
import type { ImageSize } from '../gif-metrics.ts'
import { drawFitted } from '../preview/draw-frame.ts'
import { type PreviewFrame, previewFrameSize } from '../preview/frame-playback.ts'
import { delayOf, type ImageDelays } from './image-delays.ts'

interface ImageFramesOptions {
  readonly files: readonly ListedFile[]
  readonly delays: ImageDelays
  readonly fps: number
  readonly isReversed: boolean
  readonly size: ImageSize
}

/** Null if the image cannot be displayed: uploaded on an earlier visit, or not supported by the browser. */
type Images = ReadonlyMap<string, ImageBitmap | null>

export function useImageFrames(settings: ImageFramesOptions): readonly PreviewFrame[] | undefined {
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
