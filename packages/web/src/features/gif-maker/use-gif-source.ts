/** What is known about the selected files: a video with its duration and size, or images. */
import { useState } from 'react'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import { type ListedFile, localFileOf } from '../../lib/file-list/listed-file.ts'
import { type Inspection, useUploadDetails } from '../../lib/use-upload-details.ts'
import type { ImageSize } from './gif-metrics.ts'
import { type SourceKind, sourceKindOfListed } from './source-kind.ts'

/** What the browser found out about a file. */
interface MediaProbe {
  readonly key: string
  readonly canPlay: boolean
  /** Duration of a video, if the file states it. */
  readonly lengthSeconds?: number | undefined
  readonly size?: ImageSize | undefined
}

export interface GifSource {
  readonly kind: SourceKind
  readonly files: readonly ListedFile[]
  readonly first: ListedFile | undefined
  /** Duration of a video in seconds; unknown until the browser or the server has read it. */
  readonly lengthSeconds: number | undefined
  /** Size of the video, or of the first image. */
  readonly size: ImageSize | undefined
  /** False if the browser tried and failed, or has no file to try. */
  readonly canPlay: boolean | undefined
  /** A single animated GIF: treated as a video, but displayed as an image by browsers. */
  readonly isAnimatedImage: boolean
  readonly inspection: Inspection
  readonly setProbe: (probe: MediaProbe) => void
}

/** Shorter animations count as still images, whatever their delay says. */
const maxStillSeconds = 0.2

export function useGifSource(files: readonly ListedFile[]): GifSource {
  const [probe, setProbe] = useState<MediaProbe>()
  const kindByName = sourceKindOfListed(files)
  const [first] = files
  const firstProbe = probe !== undefined && probe.key === first?.key ? probe : undefined
  const uploadId = first?.sending.phase === 'complete' ? first.sending.uploadId : undefined
  const isSingleGif =
    kindByName === 'images' && files.length === 1 && first !== undefined && extensionOf(first.path) === 'gif'
  const inspection = useUploadDetails(kindByName === 'video' || isSingleGif ? uploadId : undefined)
  const media = inspection.details?.media ?? undefined
  const isAnimatedImage = isSingleGif && (media?.durationSeconds ?? 0) > maxStillSeconds
  const kind = isAnimatedImage ? 'video' : kindByName
  const { lengthSeconds = media?.durationSeconds ?? undefined, size = media?.video ?? undefined } =
    firstProbe ?? {}
  return {
    kind,
    files,
    first,
    lengthSeconds: kind === 'video' ? lengthSeconds : undefined,
    size,
    canPlay: localFileOf(first) === undefined || isAnimatedImage ? false : firstProbe?.canPlay,
    isAnimatedImage,
    inspection,
    setProbe,
  }
}
