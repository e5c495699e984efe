/** Has the server write a damaged PDF again, as a conversion. */
import { repairPdf } from '@filesmith/contract/operations/pdf/repair-pdf'
import type { AcceptedReply, ConversionState } from '@filesmith/contract/schemas/conversion'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { followJob } from '../../../lib/job/follow-job.ts'
import { conversionJob } from '../../../lib/job/job.ts'
import { deleteJob, startJob } from '../../../lib/job/job-calls.ts'
import { request, serverMessageOf } from '../../../lib/request.ts'
import { type ConvertSettings, uploadSource } from './upload-source.ts'

/** Throws an error with a message for the user, or the reason of the signal. */
export async function repairSource(file: File, settings: ConvertSettings): Promise<Blob> {
  const { signal } = settings
  let accepted: AcceptedReply | undefined
  try {
    const { uploadId } = await uploadSource(file, 'repair-pdf', settings)
    signal.throwIfAborted()
    accepted = await startJob(repairPdf.path, { files: [{ uploadId }] })
    const { downloadUrl } = await finished(accepted, settings)
    if (downloadUrl === null) throw new Error(workbenchMessages.state.conversionFailed)
    const response = await request('GET', downloadUrl, undefined, {}, signal)
    return await response.blob()
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const message = error instanceof RepairFailure ? error.message : serverMessageOf(error)
    throw new Error(message ?? workbenchMessages.state.conversionFailed)
  } finally {
    // Only an intermediate file, which the workbench has now.
    if (accepted) void deleteJob(accepted.statusUrl).catch(() => undefined)
  }
}

class RepairFailure extends Error {}

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
        reject(new RepairFailure(error?.message ?? workbenchMessages.state.conversionFailed))
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
