/** The image on the server, which opens or exports formats this browser cannot decode or encode. It is uploaded once. */
import { type FormatId, formats } from '@filesmith/contract/formats'
import { defaultImageEdit, type ImageEdit } from '@filesmith/contract/image-edit/settings'
import { type editedOutputs, editImage } from '@filesmith/contract/operations/edit-image'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { useState } from 'react'
import { arrivedBytesOf, type ListedFile } from '../../lib/file-list/listed-file.ts'
import { conversionJob, type WorkingView } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import type { RenderResult } from './use-rendering.ts'

export type EditedOutput = (typeof editedOutputs)[number]

interface ExportOptions {
  readonly result: RenderResult
  readonly format: EditedOutput
  readonly quality: number
}

type ServerTask =
  | { readonly task: 'open'; readonly format: FormatId }
  | ({ readonly task: 'export' } & ExportOptions)

export interface ServerProgress {
  readonly text: string
  readonly percent: number
}

const openTexts = {
  failed: imageEditorMessages.refused,
  unanswered: imageEditorMessages.cannotOpen,
  refusedWith: () => imageEditorMessages.cannotOpen,
  downloadMissing: { title: imageEditorMessages.refused, description: imageEditorMessages.cannotOpen },
}

const exportTexts = {
  failed: imageEditorMessages.exportFailed,
  unanswered: imageEditorMessages.exportFailedText,
  refusedWith: () => imageEditorMessages.exportFailedText,
  canceled: () => imageEditorMessages.canceled,
  downloadMissing: {
    title: imageEditorMessages.exportFailed,
    description: imageEditorMessages.exportFailedText,
  },
}

/** `onConverted` is called with the URL of a PNG of the opened image. */
export function useServerImage(onConverted: (downloadUrl: string) => void) {
  const [task, setTask] = useState<ServerTask>()
  const job = useJob<ConversionState>({
    // The image itself is lost on reload, so its job is too.
    toolId: undefined,
    purpose: 'edit-image',
    path: editImage.path,
    kind: conversionJob,
    onSucceeded({ downloadUrl }) {
      if (task?.task === 'open' && downloadUrl !== null) onConverted(downloadUrl)
    },
    texts:
      task?.task === 'export'
        ? { ...exportTexts, succeeded: () => imageEditorMessages.exported(formats[task.format].label) }
        : openTexts,
  })
  const { view, list } = job
  const upload = list.files.at(-1)
  const failure = view.phase === 'idle' ? view.failure?.message : undefined

  const run = (
    file: File,
    next: ServerTask,
    edit: ImageEdit,
    outputFormat: EditedOutput,
    quality: number,
  ) => {
    setTask(next)
    if (list.current().at(-1)?.file !== file) list.choose(file)
    void job.start(([uploaded]) => ({ uploadId: uploaded?.uploadId, ...edit, outputFormat, quality }))
  }
  const cancel = () => {
    void job.cancel()
    if (upload?.sending.phase !== 'complete') list.clear()
  }

  return {
    isUploaded: upload?.sending.phase === 'complete',
    /** Undefined if the server is not working. */
    progress: view.phase === 'working' ? describeProgress(view, upload) : undefined,
    openFailure: task?.task === 'open' ? failure : undefined,
    exportFailure: task?.task === 'export' ? failure : undefined,
    /** The last result, if it matches the current format and quality. */
    resultFor: ({ result, format, quality }: ExportOptions) =>
      view.phase === 'finished' &&
      task?.task === 'export' &&
      task.result === result &&
      task.format === format &&
      task.quality === quality
        ? view.state
        : undefined,
    open: (file: File, format: FormatId) => run(file, { task: 'open', format }, defaultImageEdit, 'png', 100),
    export(options: ExportOptions) {
      const { result, format, quality } = options
      run(result.image.file, { task: 'export', ...options }, result.edit, format, quality)
    },
    cancel,
    /** Stops working on the image and forgets it. */
    discard() {
      setTask(undefined)
      if (view.phase === 'working') void job.cancel()
      else job.reset()
      list.clear()
    },
  }
}

/** Upload is the first half and the job the second; 100 % is left to the result. */
function describeProgress(
  { step, percent }: WorkingView<ConversionState>,
  upload: ListedFile | undefined,
): ServerProgress {
  if (step !== 'uploading')
    return {
      text: step === 'running' ? imageEditorMessages.converting : imageEditorMessages.queued,
      percent: Math.min(99, 50 + percent / 2),
    }
  const isStalled = upload?.sending.phase === 'uploading' && upload.sending.isStalled
  return {
    text: isStalled ? imageEditorMessages.stalled : imageEditorMessages.sendingFile,
    percent: upload ? (arrivedBytesOf(upload) / upload.sizeBytes) * 50 : 0,
  }
}
