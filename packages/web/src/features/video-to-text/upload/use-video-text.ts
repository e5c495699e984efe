/** State of Video to Text: video, options and server job. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { errorMessage } from '@filesmith/contract/errors'
import { extractVideoText } from '@filesmith/contract/operations/extract-video-text'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeRefusal } from '../../../lib/describe-refusal.ts'
import { conversionJob } from '../../../lib/job/job.ts'
import { useJob } from '../../../lib/job/use-job.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useUploadDetails } from '../../../lib/use-upload-details.ts'
import { clearTranscriptEdits } from '../results/transcript-edit-storage.ts'
import { transcriptQuery } from '../results/transcript-query.ts'
import { videoTextToolId } from '../video-text-tool-id.ts'
import { defaultSpeechSettings, readSavedSpeechSettings, toSpeechFields } from './speech-settings.ts'

const extensions = extensionsOf(extractVideoText.inputs)

export function useVideoText(maxBytes: number) {
  const [settings, setSettings] = useState(readSavedSpeechSettings)
  const queryClient = useQueryClient()

  /** Whether there was any speech is only known from the text. */
  const announceResult = async (state: ConversionState) => {
    try {
      const { text } = await queryClient.fetchQuery(transcriptQuery(state))
      toasts.show(text.trim() === '' ? videoTextMessages.noSpeech : videoTextMessages.succeeded)
    } catch (error) {
      const description =
        describeRefusal(error, videoTextMessages.refusedWith) ?? videoTextMessages.requestFailed
      toasts.show({ title: videoTextMessages.failed, description, variant: 'destructive' })
    }
  }
  const job = useJob({
    toolId: videoTextToolId,
    purpose: 'extract-video-text',
    path: extractVideoText.path,
    kind: conversionJob,
    options: toSpeechFields(settings),
    onSucceeded: state => void announceResult(state),
    texts: {
      failed: videoTextMessages.failed,
      unanswered: videoTextMessages.requestFailed,
      refusedWith: videoTextMessages.refusedWith,
      canceled: left => (left ? videoTextMessages.alreadyDone : videoTextMessages.canceled),
      deleted: videoTextMessages.done.deleted,
      downloadMissing: videoTextMessages.downloadMissing,
    },
  })
  const { list } = job
  const video = list.files.at(-1)
  const uploadId = video?.sending.phase === 'complete' ? video.sending.uploadId : undefined
  const { details } = useUploadDetails(uploadId)

  const stoppedBecause = video?.sending.phase === 'stopped' ? video.sending.reason : undefined
  const missing = video ? stoppedBecause : videoTextMessages.noFile

  const discardResult = () => {
    job.reset()
    clearTranscriptEdits()
  }

  return {
    video,
    uploadId,
    imageUrl: details?.previewUrl ?? undefined,
    durationSeconds: details?.media?.durationSeconds ?? undefined,
    /** Why transcription would fail, shown before the user starts it. */
    problem:
      details?.problem?.message ??
      (details?.media && !details.media.audio ? errorMessage('no-speech-track') : undefined),
    settings,
    setSettings,
    job,
    blocked: missing === undefined ? undefined : { title: videoTextMessages.failed, description: missing },
    /** True if the file was accepted. */
    selectVideo([file]: readonly File[]): boolean {
      if (!file) return false
      const refusal = checkVideo(file, maxBytes)
      toasts.show(
        refusal
          ? { ...refusal, variant: 'destructive' }
          : { title: videoTextMessages.loaded, description: file.name },
      )
      if (refusal) return false
      discardResult()
      list.choose(file)
      return true
    },
    resend: () => video && list.retry(video.key),
    remove() {
      discardResult()
      list.clear()
      setSettings(defaultSpeechSettings)
    },
    /** Starts now or after the upload. */
    extract() {
      discardResult()
      const fields = toSpeechFields(settings)
      void job.start(uploads => ({ uploadId: uploads.at(-1)?.uploadId, ...fields }))
    },
    async deleteResult() {
      const isDeleted = await job.deleteResult()
      if (isDeleted) clearTranscriptEdits()
      return isDeleted
    },
  }
}

interface Refusal {
  readonly title: string
  readonly description: string
}

/** Returns the error message for a file that is neither a video nor an audio file, otherwise undefined. */
function checkVideo(file: File, maxBytes: number): Refusal | undefined {
  if (!isMedia(file)) return videoTextMessages.wrongType
  if (file.size > maxBytes) return videoTextMessages.tooLarge(toMegabytes(maxBytes))
  return file.size === 0 ? videoTextMessages.emptyFile : undefined
}

/** Some systems have no MIME type for MKV and others; then the extension decides, and the server sniffs the content. */
function isMedia({ name, type }: File): boolean {
  if (type !== '') return type.startsWith('video/') || type.startsWith('audio/')
  return extensions.some(extension => name.toLowerCase().endsWith(`.${extension}`))
}
