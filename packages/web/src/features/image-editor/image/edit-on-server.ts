/** Lets the server make a picture with the same settings: for formats this browser cannot read or write. */
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

interface ServerOrder {
  readonly file: File
  /** Of the same file, when the server has it already. */
  readonly uploadId: string | undefined
  readonly edit: ImageEdit
  readonly format: EditedOutput
  readonly quality: number
  readonly onStep: (step: ServerStep) => void
  /** From now on the server has the file. */
  readonly onUploaded: (uploadId: string) => void
}

/** Why it did not come to a result, as the server said it. */
export class EditFailure extends Error {
  override readonly name = 'EditFailure'
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** The finished conversion, with a download. Throws an EditFailure, a RequestError, or the signal's reason. */
export async function editOnServer(order: ServerOrder, signal: AbortSignal): Promise<ConversionState> {
  const uploadId = order.uploadId ?? (await sendFile(order, signal))
  signal.throwIfAborted()
  order.onStep({ step: 'queued', percent: 0 })
  const { edit, format, quality } = order
  const job = await startJob(editImage.path, { uploadId, ...edit, outputFormat: format, quality })
  const { promise, resolve, reject } = Promise.withResolvers<ConversionState>()
  const stop = followState(
    job,
    { read: json => conversionStateSchema.parse(json), isOver: state => isFinished(state.status) },
    {
      onState(state) {
        if (state.status === 'succeeded') resolve(state)
        else if (isFinished(state.status))
          reject(new EditFailure(state.error?.message ?? '', state.error?.code))
        else order.onStep({ step: state.status === 'queued' ? 'queued' : 'running', percent: state.percent })
      },
      onGone: reject,
    },
  )
  const cancel = () => {
    stop()
    // Whatever becomes of it there: nobody waits for it here.
    deleteJob(job.statusUrl).catch(() => undefined)
    reject(signal.reason)
  }
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  return promise.finally(() => signal.removeEventListener('abort', cancel))
}

function sendFile({ file, onStep, onUploaded }: ServerOrder, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let percent = 0
  const show = (isStalled: boolean) => onStep({ step: 'uploading', percent, isStalled })
  const upload = startUpload(file, 'edit-image', {
    onProgress(bytes) {
      percent = (bytes / file.size) * 100
      show(false)
    },
    onStall: () => show(true),
    onComplete(uploadId) {
      onUploaded(uploadId)
      resolve(uploadId)
    },
    onError: reject,
  })
  show(false)
  const cancel = () => {
    upload.discard()
    reject(signal.reason)
  }
  signal.addEventListener('abort', cancel)
  return promise.finally(() => signal.removeEventListener('abort', cancel))
}

/** The words and the code of whatever went wrong; undefined when nobody answered. */
export function failureOf(error: unknown): {
  readonly message?: string | undefined
  readonly code?: string | undefined
} {
  if (error instanceof EditFailure) return { message: error.message || undefined, code: error.code }
  if (error instanceof RequestError) return { message: error.serverMessage, code: error.code }
  return {}
}
