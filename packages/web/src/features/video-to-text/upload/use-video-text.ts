/** State of Video to Text: video, options and server job. */
import { errorMessage } from '@filesmith/contract/errors'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { operations } from '@filesmith/contract/operations/registry'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { describeRefusal } from '../../../lib/describe-refusal.ts'
import { saveFiles } from '../../../lib/file-list/saved-files.ts'
import { useFileList } from '../../../lib/file-list/use-file-list.ts'
import type { JobSettings } from '../../../lib/job-settings.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useJob } from '../../../lib/use-job.ts'
import { useUploadDetails } from '../../../lib/use-upload-details.ts'
import { clearTranscriptEdits } from '../results/transcript-edit-storage.ts'
import { transcriptQuery } from '../results/transcript-query.ts'
import { videoTextToolId } from '../video-text-tool-id.ts'
import { checkVideo } from './check-video.ts'
import { defaultSpeechSettings, readSavedSpeechSettings, toSpeechFields } from './speech-settings.ts'

const jobSettings: Omit<JobSettings<ConversionState>, 'onSucceeded'> = {
  toolId: videoTextToolId,
  path: operations['extract-video-text'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  texts: {
    failed: videoTextMessages.failed,
    unanswered: videoTextMessages.requestFailed,
    refusedWith: videoTextMessages.refusedWith,
    succeeded: () => videoTextMessages.succeeded.description,
    canceled: left => (left ? videoTextMessages.alreadyDone : videoTextMessages.canceled),
    deleted: videoTextMessages.done.deleted,
    downloadMissing: videoTextMessages.downloadMissing,
  },
}

export function useVideoText(maxBytes: number) {
  const [settings, setSettings] = useState(readSavedSpeechSettings)
  const [complaint, setComplaint] = useState<string>()
  /** The user pressed the button while the video was still uploading. */
  const [isStartPending, setIsStartPending] = useState(false)
  const queryClient = useQueryClient()
  const list = useFileList(videoTextToolId, 'extract-video-text')
  const video = list.files.at(-1)
  const uploadId = video?.sending.phase === 'complete' ? video.sending.uploadId : undefined
  const { details } = useUploadDetails(uploadId)

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
  const job = useJob({ ...jobSettings, onSucceeded: state => void announceResult(state) })
  const { view } = job

  useEffect(() => {
    if (video) saveFiles(videoTextToolId, { options: toSpeechFields(settings) })
  }, [video, settings])

  const stoppedBecause = video?.sending.phase === 'stopped' ? video.sending.reason : undefined
  const blockedReason = video ? stoppedBecause : videoTextMessages.noFile
  const reportProblem = (reason: string) => {
    setComplaint(reason)
    toasts.show({ title: videoTextMessages.failed, description: reason, variant: 'destructive' })
  }
  const submit = () => {
    setIsStartPending(false)
    void job.start({ uploadId, ...toSpeechFields(settings) })
  }
  const continueAfterUpload = useEffectEvent(() => {
    if (uploadId !== undefined) submit()
    else if (stoppedBecause !== undefined) {
      setIsStartPending(false)
      reportProblem(stoppedBecause)
    }
  })
  useEffect(() => {
    if (isStartPending && (uploadId ?? stoppedBecause) !== undefined) continueAfterUpload()
  }, [isStartPending, uploadId, stoppedBecause])

  // Derived, so that the message disappears as soon as the cause is gone.
  const activeComplaint = complaint !== undefined && complaint === blockedReason ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  const discardResult = () => {
    job.reset()
    clearTranscriptEdits()
    setComplaint(undefined)
  }

  return {
    video,
    uploadId,
    /** Displayed phase: waiting for the upload counts as working. */
    phase: isStartPending ? ('working' as const) : view.phase,
    isWaitingForUpload: isStartPending,
    imageUrl: details?.previewUrl ?? undefined,
    durationSeconds: details?.media?.durationSeconds ?? undefined,
    /** Why transcription would fail, shown before the user starts it. */
    problem:
      details?.problem?.message ??
      (details?.media && !details.media.audio ? errorMessage('no-speech-track') : undefined),
    settings,
    setSettings,
    view,
    complaint: activeComplaint ?? failure,
    /** Failure shown on the results tab, where a missing video is not a failure. */
    failure: (video ? activeComplaint : undefined) ?? failure,
    /** The complaint is about the subscription plan. */
    needsPlan: activeComplaint === undefined && view.phase === 'idle' && view.needsPlan === true,
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
      list.clear()
      list.add([{ file, path: file.name }])
      return true
    },
    resend: () => video && list.retry(video.key),
    remove() {
      discardResult()
      list.clear()
      setSettings(defaultSpeechSettings)
    },
    /** True if the job starts now or after the upload. */
    extract(): boolean {
      if (blockedReason !== undefined) {
        reportProblem(blockedReason)
        return false
      }
      discardResult()
      if (uploadId === undefined) setIsStartPending(true)
      else submit()
      return true
    },
    async cancel() {
      if (!isStartPending) return await job.cancel()
      setIsStartPending(false)
      toasts.show(videoTextMessages.canceled)
    },
    async deleteResult() {
      await job.deleteResult()
      clearTranscriptEdits()
    },
  }
}
