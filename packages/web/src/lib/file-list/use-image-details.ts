/** What the server found in the uploaded images of a list that can have several pages, or that browsers do not show. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { formats } from '@filesmith/contract/formats'
import { inspectedImages } from '@filesmith/contract/inspected-images'
import { type UploadDetails, uploadDetailsSchema } from '@filesmith/contract/schemas/upload-details'
import { useQueries } from '@tanstack/react-query'
import { extensionOf } from './kind-of-name.ts'
import type { ListedFile } from './listed-file.ts'

const extensions: ReadonlySet<string> = new Set(inspectedImages.flatMap(format => formats[format].extensions))

interface ImageDetails {
  /** By the key of the file. */
  readonly details: ReadonlyMap<string, UploadDetails>
  /** Of the file with the most. */
  readonly maxPages: number
}

export function useImageDetails(files: readonly ListedFile[]): ImageDetails {
  const asked = files.flatMap(({ key, path, sending }) =>
    sending.phase === 'complete' && extensions.has(extensionOf(path))
      ? [{ key, uploadId: sending.uploadId }]
      : [],
  )
  const details = useQueries({
    queries: asked.map(({ uploadId }) => ({
      queryKey: [apiPaths.uploadDetails(uploadId)],
      select: uploadDetailsSchema.parse,
    })),
    combine: results => new Map(asked.flatMap(({ key }, index) => withKey(key, results[index]?.data))),
  })
  return { details, maxPages: Math.max(1, ...[...details.values()].map(({ pages = 1 }) => pages)) }
}

function withKey(key: string, found: UploadDetails | undefined): [string, UploadDetails][] {
  return found ? [[key, found]] : []
}
