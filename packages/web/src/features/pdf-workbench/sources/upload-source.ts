/** Uploads a file from which the server makes a PDF, with progress. */
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { startUpload } from '../../../lib/upload.ts'

export interface ConvertProgress {
  readonly step: 'uploading' | 'queued' | 'converting'
  readonly percent: number
}

export interface ConvertSettings {
  readonly onProgress: (progress: ConvertProgress) => void
  readonly signal: AbortSignal
}

interface UploadedSource {
  readonly uploadId: string
  /** Deletes it on the server. */
  readonly discard: () => void
}

/** Throws the reason of the signal, after which nothing is left on the server. */
export function uploadSource(
  file: File,
  purpose: UploadPurpose,
  { onProgress, signal }: ConvertSettings,
): Promise<UploadedSource> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedSource>()
  onProgress({ step: 'uploading', percent: 0 })
  const { discard } = startUpload(file, purpose, {
    onProgress: bytes => onProgress({ step: 'uploading', percent: (bytes / file.size) * 100 }),
    onStall: () => undefined,
    onComplete: uploadId => resolve({ uploadId, discard }),
    onError: reject,
  })
  signal.addEventListener('abort', () => {
    discard()
    reject(signal.reason)
  })
  return promise
}
