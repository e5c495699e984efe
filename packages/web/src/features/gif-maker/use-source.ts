/** What is known of the files on the counter: a film with its length and proportions, or pictures. */
import { useState } from 'react'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { type Inspection, useUploadDetails } from '../../lib/use-upload-details.ts'
import type { ImageSize } from './gif-figures.ts'
import { type FilesKind, kindOfListed } from './kind-of-files.ts'

/** What the browser itself found out about a file. */
interface Seen {
  readonly key: string
  readonly canPlay: boolean
  /** Of a film whose length the file says. */
  readonly lengthSeconds?: number | undefined
  readonly size?: ImageSize | undefined
}

export interface Source {
  readonly kind: FilesKind
  readonly files: readonly ListedFile[]
  readonly first: ListedFile | undefined
  /** Of a film, in seconds; unknown until somebody could read it. */
  readonly lengthSeconds: number | undefined
  /** Of the film, or of the first picture. */
  readonly size: ImageSize | undefined
  /** False when the browser has tried and failed, or has no file to try. */
  readonly canPlay: boolean | undefined
  /** A GIF that came alone and moves: a film to us, and a picture to browsers. */
  readonly isAnimatedImage: boolean
  readonly inspection: Inspection
  readonly see: (seen: Seen) => void
}

/** What lasts no longer is a still picture, whatever its delay says. */
const stillUpToSeconds = 0.2

export function useSource(files: readonly ListedFile[]): Source {
  const [seen, see] = useState<Seen>()
  const named = kindOfListed(files)
  const [first] = files
  const seenFirst = seen !== undefined && seen.key === first?.key ? seen : undefined
  const uploadId = first?.sending.phase === 'complete' ? first.sending.uploadId : undefined
  const isLoneGif = named === 'pictures' && files.length === 1 && extensionOf(first?.path ?? '') === 'gif'
  const inspection = useUploadDetails(named === 'film' || isLoneGif ? uploadId : undefined)
  const media = inspection.details?.media ?? undefined
  const isAnimatedImage = isLoneGif && (media?.durationSeconds ?? 0) > stillUpToSeconds
  const kind = isAnimatedImage ? 'film' : named
  const { lengthSeconds = media?.durationSeconds ?? undefined, size = media?.video ?? undefined } =
    seenFirst ?? {}
  return {
    kind,
    files,
    first,
    lengthSeconds: kind === 'film' ? lengthSeconds : undefined,
    size,
    canPlay: first?.file === undefined || isAnimatedImage ? false : seenFirst?.canPlay,
    isAnimatedImage,
    inspection,
    see,
  }
}
