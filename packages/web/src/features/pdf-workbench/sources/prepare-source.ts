/**
 * Has the server make a PDF of a document, table, presentation or book, or of an image that the browser cannot decode. The PDF
 * stays there as the upload; the browser gets a preview with the same pages.
 */
import { apiPaths } from '@filesmith/contract/api-paths'
import { uploadPreparationSchema } from '@filesmith/contract/schemas/upload-preparation'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import type { UploadPurpose } from '@filesmith/contract/upload-purposes'
import { RequestError, request, serverMessageOf } from '../../../lib/request.ts'
import { type ConvertSettings, uploadSource } from './upload-source.ts'

export interface PreparedSource {
  readonly uploadId: string
  readonly preview: Blob
}

/** Throws an error with a message for the user, or the reason of the signal. */
export async function prepareSource(
  file: File,
  purpose: UploadPurpose,
  settings: ConvertSettings,
): Promise<PreparedSource> {
  const { signal } = settings
  let discard = () => {}
  try {
    const uploaded = await uploadSource(file, purpose, settings)
    discard = uploaded.discard
    const previewUrl = await prepared(uploaded.uploadId, settings)
    const response = await untilAllowed(() => request('GET', previewUrl, undefined, {}, signal), signal)
    return { uploadId: uploaded.uploadId, preview: await response.blob() }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    discard()
    throw new Error(serverMessageOf(error) ?? workbenchMessages.state.conversionFailed, { cause: error })
  }
}

/** Each request waits for a while; the next one follows the same preparation. */
async function prepared(uploadId: string, { onProgress, signal }: ConvertSettings): Promise<string> {
  onProgress({ step: 'queued', percent: 0 })
  for (;;) {
    const response = await untilAllowed(
      () => request('POST', apiPaths.uploadPreparation(uploadId), undefined, {}, signal),
      signal,
    )
    const { status, previewUrl } = uploadPreparationSchema.parse(await response.json())
    if (previewUrl !== null) return previewUrl
    onProgress({ step: status === 'running' ? 'converting' : 'queued', percent: 0 })
  }
}

const retryMs = 10_000

/** Of many files that are dropped together, the last ones wait until the limit of this minute is over. */
async function untilAllowed(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof RequestError) || error.code !== 'too-many-requests') throw error
      await delay(retryMs, signal)
    }
  }
}

function delay(durationMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, durationMs)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  return promise
}
