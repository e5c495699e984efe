/** Resumable chunked upload of a file (tus protocol) with progress. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { ErrorCode } from '@filesmith/contract/errors'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'
import { RequestError, readErrorReply, request } from './request.ts'
import { apiAddress, storageOwner } from './site-address.ts'

/** The first chunk arrives within seconds on a slow connection; the next ones are as large as arrive in about a second. */
const firstChunkBytes = 64 * 1024
const chunkSeconds = 1
const maxGrowth = 4
const maxChunkBytes = 8 * bytesPerMegabyte
/** Larger files have at least this many chunks; smaller ones chunks of at most half a megabyte. */
const chunksPerFile = 40

/** About 90 seconds in total; every accepted chunk resets the delays. */
const retryDelaysMs = [0, 500, 1000, 2000, 4000, 8000, 8000, 16_000, 16_000, 32_000]

interface UploadHandlers {
  readonly onProgress: (arrivedBytes: number) => void
  /** The connection was lost; the upload is being retried. */
  readonly onStall: () => void
  readonly onComplete: (uploadId: string) => void
  readonly onError: (error: Error) => void
}

export interface RunningUpload {
  /** Stops the upload and deletes it on the server. */
  discard(): void
  /** Stops the upload; selecting the same file again resumes it. */
  pause(): void
}

/** `path` is part of the resume fingerprint, to distinguish files of the same name in different folders. */
export function startUpload(
  file: File,
  purpose: UploadPurpose,
  handlers: UploadHandlers,
  path = file.name,
): RunningUpload {
  let isStopped = false
  const sending = createUpload(file, purpose, handlers, path)
  sending
    .then(async upload => {
      const [previous] = await upload.findPreviousUploads()
      if (isStopped) return
      if (previous) upload.resumeFromPreviousUpload(previous)
      upload.start()
    })
    .catch(handlers.onError)

  const stop = (shouldTerminate: boolean) => {
    isStopped = true
    // A failed deletion can be ignored: the server removes abandoned uploads.
    sending.then(upload => upload.abort(shouldTerminate)).catch(() => undefined)
  }
  return { discard: () => stop(true), pause: () => stop(false) }
}

async function createUpload(
  file: File,
  purpose: UploadPurpose,
  handlers: UploadHandlers,
  path: string,
): Promise<Upload> {
  // Loaded on demand with the first file.
  const { Upload } = await import('tus-js-client')
  let requestedAt = 0
  const upload = new Upload(file, {
    endpoint: apiAddress(apiPaths.uploads),
    metadata: { filename: file.name, filetype: file.type, operation: purpose },
    // Progress counts acknowledged chunks only, so chunks must be small enough for visible progress.
    chunkSize: firstChunkBytes,
    // Saves a request for small files; for large files a failed creation would lose the first chunk.
    uploadDataDuringCreation: file.size <= firstChunkBytes,
    retryDelays: retryDelaysMs,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => [storageOwner, purpose, path, file.type, file.size, file.lastModified].join('|'),
    onBeforeRequest(req) {
      includeCredentials(req)
      requestedAt = performance.now()
    },
    onChunkComplete(chunkBytes, acceptedBytes) {
      upload.options.chunkSize = nextChunkBytes(file.size, chunkBytes, performance.now() - requestedAt)
      handlers.onProgress(acceptedBytes)
    },
    onShouldRetry: error => {
      const shouldRetry = !isPermanent(error) && isTransient(error.originalResponse?.getStatus() ?? 0)
      if (shouldRetry) handlers.onStall()
      return shouldRetry
    },
    onSuccess: () => handlers.onComplete(uploadIdOf(upload.url ?? '')),
    onError: error => handlers.onError(toRequestError(error)),
  })
  return upload
}

/** Whether the server still has the complete upload of an earlier visit. */
export async function isUploadComplete(uploadId: string): Promise<boolean> {
  try {
    const { headers } = await request('HEAD', `${apiPaths.uploads}/${uploadId}`, undefined, {
      'tus-resumable': '1.0.0',
    })
    return headers.has('upload-length') && headers.get('upload-offset') === headers.get('upload-length')
  } catch {
    return false
  }
}

function nextChunkBytes(fileBytes: number, chunkBytes: number, elapsedMs: number): number {
  const largest = Math.min(
    maxChunkBytes,
    Math.max(bytesPerMegabyte / 2, Math.ceil(fileBytes / chunksPerFile)),
  )
  const fitting = (chunkBytes * chunkSeconds * 1000) / Math.max(1, elapsedMs)
  return Math.ceil(Math.min(largest, Math.max(firstChunkBytes, Math.min(fitting, maxGrowth * chunkBytes))))
}

function includeCredentials(req: HttpRequest): void {
  const xhr: XMLHttpRequest = req.getUnderlyingObject()
  xhr.withCredentials = true
}

/** Worth retrying: no response, server errors, timeouts, offset conflicts, locks and rate limits. */
function isTransient(status: number): boolean {
  return status === 0 || status >= 500 || [408, 409, 423, 429].includes(status)
}

/** Quota and storage errors on creation, which are reported immediately: retrying would not help. */
const permanentErrors: ReadonlySet<string | undefined> = new Set([
  'too-many-uploads',
  'unsent-quota-used',
  'network-quota-used',
  'network-too-many-uploads',
  'storage-full',
] satisfies ErrorCode[])

function isPermanent({ originalRequest, originalResponse }: DetailedError): boolean {
  return (
    originalRequest.getMethod() === 'POST' &&
    permanentErrors.has(readErrorReply(originalResponse?.getBody() ?? '')?.code)
  )
}

function uploadIdOf(url: string): string {
  return new URL(url, window.location.href).pathname.replace(/^.*\//, '')
}

function toRequestError(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) return error
  const reply = readErrorReply(response.getBody())
  return new RequestError(response.getStatus(), reply?.message ?? response.getBody(), reply)
}
