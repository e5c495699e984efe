/** Edits an image on the server with the same settings, for formats this browser cannot decode or encode. */
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { type editedOutputs, editImage } from '@filesmith/contract/operations/edit-image'
import {
  type ConversionState,
  conversionStateSchema,
  isFinished,
} from '@filesmith/contract/schemas/conversion'
import { deleteJob, startJob } from '../../../lib/job-calls.ts'
import { RequestError } from '../../../lib/request.ts'
import { followState } from '../../../lib/state-events.ts'
import { startUpload } from '../../../lib/upload.ts'

export type EditedOutput = (typeof editedOutputs)[number]

export type ServerStep =
  | { readonly step: 'uploading'; readonly percent: number; readonly isStalled: boolean }
  | { readonly step: 'queued' | 'running'; readonly percent: number }

interface ServerEditParams {
  readonly file: File
  /** Upload id if the server already has this file. */
  readonly uploadId: string | undefined
  readonly edit: ImageEdit
  readonly format: EditedOutput
  readonly quality: number
  readonly onStep: (step: ServerStep) => void
  /** Called when the upload is complete. */
  readonly onUploaded: (uploadId: string) => void
}

/** Why the edit failed, with the message of the server. */
export class EditError extends Error {
  override readonly name = 'EditError'
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** Returns the finished conversion. Throws an EditError, a RequestError, or the abort reason of the signal. */
export async function editOnServer(params: ServerEditParams, signal: AbortSignal): Promise<ConversionState> {
  const uploadId = params.uploadId ?? (await uploadFile(params, signal))
  signal.throwIfAborted()
  params.onStep({ step: 'queued', percent: 0 })
  const { edit, format, quality } = params
  const job = await startJob(editImage.path, { uploadId, ...edit, outputFormat: format, quality })
  const { promise, resolve, reject } = Promise.withResolvers<ConversionState>()
  const stop = followState(
    job,
    { read: json => conversionStateSchema.parse(json), isOver: state => isFinished(state.status) },
    {
      onState(state) {
        if (state.status === 'succeeded') resolve(state)
        else if (isFinished(state.status))
          reject(new EditError(state.error?.message ?? '', state.error?.code))
        else params.onStep({ step: state.status === 'queued' ? 'queued' : 'running', percent: state.percent })
      },
      onGone: reject,
    },
  )
  const cancel = () => {
    stop()
    // Best effort: the result is not needed anymore.
    deleteJob(job.statusUrl).catch(() => undefined)
    reject(signal.reason)
  }
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  return promise.finally(() => signal.removeEventListener('abort', cancel))
}

function uploadFile({ file, onStep, onUploaded }: ServerEditParams, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let percent = 0
  const reportStep = (isStalled: boolean) => onStep({ step: 'uploading', percent, isStalled })
  const upload = startUpload(file, 'edit-image', {
    onProgress(bytes) {
      percent = (bytes / file.size) * 100
      reportStep(false)
    },
    onStall: () => reportStep(true),
    onComplete(uploadId) {
      onUploaded(uploadId)
      resolve(uploadId)
    },
    onError: reject,
  })
  reportStep(false)
  const cancel = () => {
    upload.discard()
    reject(signal.reason)
  }
  signal.addEventListener('abort', cancel)
  return promise.finally(() => signal.removeEventListener('abort', cancel))
}

/** Message and code of an error; both undefined if the server did not respond. */
export function errorDetailsOf(error: unknown): {
  readonly message?: string | undefined
  readonly code?: string | undefined
} {
  if (error instanceof EditError) return { message: error.message || undefined, code: error.code }
  if (error instanceof RequestError) return { message: error.serverMessage, code: error.code }
  return {}
}
