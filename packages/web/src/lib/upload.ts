/** Sends a file in pieces that survive a cut connection, and says how much of it has arrived. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { bytesPerMegabyte } from '@filesmith/contract/bytes'
import type { ErrorCode } from '@filesmith/contract/errors'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'
import { RequestError, readErrorReply, request } from './request.ts'

const minChunkBytes = bytesPerMegabyte / 2
const maxChunkBytes = 8 * bytesPerMegabyte
const chunksPerFile = 40

/** About a minute and a half of patience; every arrived piece starts it anew. */
const retryDelaysMs = [0, 500, 1000, 2000, 4000, 8000, 8000, 16_000, 16_000, 32_000]

interface UploadHandlers {
  readonly onProgress: (arrivedBytes: number) => void
  /** The connection was cut and is being tried again. */
  readonly onStall: () => void
  readonly onComplete: (uploadId: string) => void
  readonly onError: (error: Error) => void
}

export interface RunningUpload {
  /** Stops sending and lets the server forget what it has. */
  discard(): void
  /** Stops sending; the same file goes on from here when it is chosen again. */
  pause(): void
}

/** A file of a folder is known by its path: others of the same name must not be taken for it. */
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
    // Nothing is lost when the server cannot be told: it sweeps abandoned uploads by itself.
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
  // Loaded with the first file, not with the page.
  const { Upload } = await import('tus-js-client')
  const upload = new Upload(file, {
    endpoint: apiPaths.uploads,
    metadata: { filename: file.name, filetype: file.type, operation: purpose },
    // Progress counts only pieces the server has acknowledged, so the pieces must be small enough to watch.
    chunkSize: chunkBytesFor(file.size),
    // A small file comes with the request that begins its upload; a large one would lose its first piece with it.
    uploadDataDuringCreation: file.size <= minChunkBytes,
    retryDelays: retryDelaysMs,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => ['filesmith', purpose, path, file.type, file.size, file.lastModified].join('|'),
    onBeforeRequest: includeCredentials,
    onChunkComplete: (_chunkBytes, acceptedBytes) => handlers.onProgress(acceptedBytes),
    onShouldRetry: error => {
      const isWorthIt = !isRefusal(error) && isTransient(error.originalResponse?.getStatus() ?? 0)
      if (isWorthIt) handlers.onStall()
      return isWorthIt
    },
    onSuccess: () => handlers.onComplete(uploadIdOf(upload.url ?? '')),
    onError: error => handlers.onError(toRequestError(error)),
  })
  return upload
}

/** Whether the server still has the whole file of an earlier visit. */
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

function chunkBytesFor(fileBytes: number): number {
  return Math.min(maxChunkBytes, Math.max(minChunkBytes, Math.ceil(fileBytes / chunksPerFile)))
}

function includeCredentials(req: HttpRequest): void {
  const xhr: XMLHttpRequest = req.getUnderlyingObject()
  xhr.withCredentials = true
}

/** No answer at all, a server in trouble, a lock, an offset or a silence of the cut connection: all pass. */
function isTransient(status: number): boolean {
  return status === 0 || status >= 500 || [408, 409, 423, 429].includes(status)
}

/** There is no room for a new upload: that is told at once, since trying again for a while would not help. */
const refusals: ReadonlySet<string | undefined> = new Set([
  'too-many-uploads',
  'network-quota-used',
  'network-too-many-uploads',
  'storage-full',
] satisfies ErrorCode[])

function isRefusal({ originalRequest, originalResponse }: DetailedError): boolean {
  return (
    originalRequest.getMethod() === 'POST' &&
    refusals.has(readErrorReply(originalResponse?.getBody() ?? '')?.code)
  )
}

function uploadIdOf(url: string): string {
  return new URL(url, window.location.href).pathname.split('/').at(-1) ?? ''
}

function toRequestError(error: Error | DetailedError): Error {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) return error
  const reply = readErrorReply(response.getBody())
  return new RequestError(response.getStatus(), reply?.message ?? response.getBody(), reply)
}
