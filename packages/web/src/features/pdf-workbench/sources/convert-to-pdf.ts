/** Makes a PDF on the server: of a document, table, presentation or book, of an image that the browser cannot decode, or of a damaged PDF. */
import { conversionFields } from '@filesmith/contract/file-conversions'
import type { Operation } from '@filesmith/contract/operations/operation'
import { type OperationId, operations } from '@filesmith/contract/operations/registry'
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

/** The request that makes a PDF of an upload. */
function requestOf(by: OperationId, file: File, uploadId: string) {
  const { path, takes, fields }: Operation = operations[by]
  if (takes === 'several-files') return { path, body: { files: [{ uploadId }] } }
  const options = Object.hasOwn(fields.shape, 'quality') ? { quality: 'high' } : {}
  const recognized = { fileName: file.name, format: 'other' } as const
  return { path, body: { uploadId, ...conversionFields(by, recognized, 'pdf', options) } }
}

interface ConvertSettings {
  readonly by: OperationId
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
    const { path, body } = requestOf(by, file, uploadId)
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
