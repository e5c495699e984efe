/** Converts a document, or an image that the browser cannot decode, to PDF on the server. */
import { convertDocument } from '@filesmith/contract/operations/convert-document'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { followJob } from '../../../lib/job/follow-job.ts'
import { conversionJob } from '../../../lib/job/job.ts'
import { deleteJob, startJob } from '../../../lib/job/job-calls.ts'
import { request, serverMessageOf } from '../../../lib/request.ts'
import { startUpload } from '../../../lib/upload.ts'

export interface ConvertProgress {
  readonly step: 'uploading' | 'queued' | 'converting'
  readonly percent: number
}

interface ConvertSettings {
  readonly isImage: boolean
  readonly onProgress: (progress: ConvertProgress) => void
  readonly signal: AbortSignal
}

/** Throws an error with a message for the user, or the reason of the signal. */
export async function convertToPdf(file: File, settings: ConvertSettings): Promise<Blob> {
  const { isImage, signal } = settings
  let accepted: AcceptedReply | undefined
  try {
    const uploadId = await upload(file, settings)
    signal.throwIfAborted()
    const { path } = isImage ? convertImage : convertDocument
    accepted = await startJob(path, { uploadId, outputFormat: 'pdf', quality: 'high' })
    const { downloadUrl } = await finished(accepted, settings)
    if (downloadUrl === null) throw new Error(workbenchMessages.state.conversionFailed)
    const response = await request('GET', downloadUrl, undefined, {}, signal)
    return await response.blob()
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const message = error instanceof ConversionFailure ? error.message : serverMessageOf(error)
    throw new Error(message ?? workbenchMessages.state.conversionFailed)
  } finally {
    // Only an intermediate file, which the workbench has now.
    if (accepted) void deleteJob(accepted.statusUrl).catch(() => undefined)
  }
}

class ConversionFailure extends Error {}

function upload(file: File, { isImage, onProgress, signal }: ConvertSettings): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  onProgress({ step: 'uploading', percent: 0 })
  const running = startUpload(file, isImage ? 'convert-image' : 'convert-document', {
    onProgress: bytes => onProgress({ step: 'uploading', percent: (bytes / file.size) * 100 }),
    onStall: () => undefined,
    onComplete: resolve,
    onError: reject,
  })
  signal.addEventListener('abort', () => {
    running.discard()
    reject(signal.reason)
  })
  return promise
}

function finished(
  accepted: AcceptedReply,
  { onProgress, signal }: ConvertSettings,
): Promise<ConversionState> {
  const { promise, resolve, reject } = Promise.withResolvers<ConversionState>()
  const stop = followJob(accepted, {
    read: conversionJob.read,
    onState(state) {
      const { status, percent, error } = state
      if (status === 'succeeded') resolve(state)
      else if (status === 'failed' || status === 'cancelled' || status === 'expired')
        reject(new ConversionFailure(error?.message ?? workbenchMessages.state.conversionFailed))
      else onProgress({ step: status === 'queued' ? 'queued' : 'converting', percent })
    },
    onGone: reject,
  })
  signal.addEventListener('abort', () => {
    stop()
    reject(signal.reason)
  })
  return promise
}
