/** The pictures on the counter as they will play: each in its place, and as long as it stays. */
import { useEffect, useMemo, useState } from 'react'
import type { ListedFile } from '../../../lib/file-list/listed-file.ts'
import { loadImage } from '../../../lib/load-image.ts'
import type { ImageSize } from '../gif-figures.ts'
import { type ReelFrame, reelSize } from '../preview/reel.ts'
import { drawFitted } from '../preview/stage.ts'
import { delayOf, type ImageDelays } from './image-delays.ts'

interface ImageReelSettings {
  readonly files: readonly ListedFile[]
  readonly delays: ImageDelays
  readonly fps: number
  readonly isReversed: boolean
  readonly size: ImageSize
}

/** Null for one that cannot be shown: it was sent on an earlier visit, or is of a format that browsers do not know. */
type Images = ReadonlyMap<string, ImageBitmap | null>

export function useImageReel(settings: ImageReelSettings): readonly ReelFrame[] | undefined {
  const { files, delays, fps, isReversed, size } = settings
  const images = useImages(files, reelSize(size, files.length))
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
  // Neither the order nor how far they are on their way makes a difference.
  const identity = files
    .map(({ key }) => key)
    .toSorted()
    .join()
  const [wanted, setWanted] = useState({ identity: '', files })
  if (wanted.identity !== identity) setWanted({ identity, files })

  useEffect(() => {
    const leaving = new AbortController()
    const made: ImageBitmap[] = []
    const collect = async () => {
      const found = new Map<string, ImageBitmap | null>()
      for (const { key, file } of wanted.files) {
        const picture = file && (await loadImage(file))
        if (leaving.signal.aborted) return
        const image = picture ? shrink(picture, { width, height }) : null
        if (image) made.push(image)
        found.set(key, image)
      }
      setImages(found)
    }
    void collect()
    return () => {
      leaving.abort()
      setImages(new Map())
      for (const image of made) image.close()
    }
  }, [wanted.files, width, height])
  return images
}

function shrink(picture: HTMLImageElement, { width, height }: ImageSize): ImageBitmap | null {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return null
  drawFitted(context, picture)
  return canvas.transferToImageBitmap()
}
