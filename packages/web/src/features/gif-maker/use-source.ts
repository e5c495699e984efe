/** What is known of the files on the counter: a film with its length and proportions, or pictures. */

import { useState } from 'react'
import type { ListedFile } from '../../lib/file-list/listed-file.ts'
import { type Inspection, useUploadDetails } from '../../lib/use-upload-details.ts'
import type { PictureSize } from './gif-figures.ts'
import { type FilesKind, kindOfListed } from './kind-of-files.ts'

/** What the browser itself found out about a file. */
export interface Seen {
  readonly key: string
  readonly canPlay: boolean
  /** Of a film whose length the file says. */
  readonly lengthSeconds?: number | undefined
  readonly size?: PictureSize | undefined
}

export interface Source {
  readonly kind: FilesKind
  readonly files: readonly ListedFile[]
  readonly first: ListedFile | undefined
  /** Of a film, in seconds; unknown until somebody could read it. */
  readonly lengthSeconds: number | undefined
  /** Of the film, or of the first picture. */
  readonly size: PictureSize | undefined
  /** False when the browser has tried and failed, or has no file to try. */
  readonly canPlay: boolean | undefined
  readonly inspection: Inspection
  readonly see: (seen: Seen) => void
}

export function useSource(files: readonly ListedFile[]): Source {
  const [seen, see] = useState<Seen>()
  const kind = kindOfListed(files)
  const [first] = files
  const seenFirst = seen !== undefined && seen.key === first?.key ? seen : undefined
  const uploadId = first?.sending.phase === 'complete' ? first.sending.uploadId : undefined
  const inspection = useUploadDetails(kind === 'film' ? uploadId : undefined)
  const media = inspection.details?.media ?? undefined
  const { lengthSeconds = media?.durationSeconds ?? undefined, size = media?.video ?? undefined } =
    seenFirst ?? {}
  return {
    kind,
    files,
    first,
    lengthSeconds: kind === 'film' ? lengthSeconds : undefined,
    size,
    canPlay: first && first.file === undefined ? false : seenFirst?.canPlay,
    inspection,
    see,
  }
}
