/** Makes a PDF on the server: of a document, of an image that the browser cannot decode, or of a damaged PDF. */
import { convertDocument } from '@filesmith/contract/operations/convert-document'
import { convertImage } from '@filesmith/contract/operations/convert-image'
import { repairPdf } from '@filesmith/contract/operations/pdf/repair-pdf'
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

const ways = {
  'convert-image': (uploadId: string) => ({
    path: convertImage.path,
    body: { uploadId, outputFormat: 'pdf', quality: 'high' },
  }),
  'convert-document': (uploadId: string) => ({
    path: convertDocument.path,
    body: { uploadId, outputFormat: 'pdf', quality: 'high' },
  }),
  'repair-pdf': (uploadId: string) => ({ path: repairPdf.path, body: { files: [{ uploadId }] } }),
} as const

interface ConvertSettings {
  readonly by: keyof typeof ways
  readonly onProgress: (progress: ConvertProgress) => void
  readonly signal: AbortSignal
}

/** Throws an error with a message for the user, or the reason of the signal. */
export async function convertToPdf(file: File, settings: ConvertSettings): Promise<Blob> {
  const { by, signal } = settings
  let accepted: AcceptedReply | undefined
  try {
    const uploadId = await upload(file, settings)
    signal.throwIfAborted()
    const { path, body } = ways[by](uploadId)
    accepted = await startJob(path, body)
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

function upload(file: File, { by, onProgress, signal }: ConvertSettings): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  onProgress({ step: 'uploading', percent: 0 })
  const running = startUpload(file, by, {
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
