/** Everything the upload side of Video to Text knows and can do: the film, what is asked for of it, the work on it. */
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
import { forgetEdits } from '../results/saved-edits.ts'
import { transcriptQuery } from '../results/transcript-query.ts'
import { videoTextToolId } from '../video-text-tool-id.ts'
import { findRefusal } from './find-refusal.ts'
import { defaultSettings, fieldsOf, savedSettings } from './speech-settings.ts'

const jobSettings: Omit<JobSettings<ConversionState>, 'onSucceeded'> = {
  toolId: videoTextToolId,
  path: operations['extract-video-text'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  texts: {
    failed: videoTextMessages.failed,
    unanswered: videoTextMessages.unanswered,
    refusedWith: videoTextMessages.refusedWith,
    succeeded: () => videoTextMessages.succeeded.description,
    canceled: left => (left ? videoTextMessages.readyBefore : videoTextMessages.cancelled),
    deleted: videoTextMessages.done.deleted,
    downloadMissing: videoTextMessages.downloadMissing,
  },
}

export function useVideoText(maxBytes: number) {
  const [settings, setSettings] = useState(savedSettings)
  const [complaint, setComplaint] = useState<string>()
  /** The button was pressed while the film was still on its way. */
  const [isWanted, setIsWanted] = useState(false)
  const queryClient = useQueryClient()
  const list = useFileList(videoTextToolId, 'extract-video-text')
  const video = list.files.at(-1)
  const uploadId = video?.sending.phase === 'complete' ? video.sending.uploadId : undefined
  const { details } = useUploadDetails(uploadId)

  /** Only who has read the text knows whether there is any. */
  const announce = async (state: ConversionState) => {
    try {
      const { text } = await queryClient.fetchQuery(transcriptQuery(state))
      toasts.show(text.trim() === '' ? videoTextMessages.noSpeech : videoTextMessages.succeeded)
    } catch (error) {
      const description =
        describeRefusal(error, videoTextMessages.refusedWith) ?? videoTextMessages.unanswered
      toasts.show({ title: videoTextMessages.failed, description, variant: 'destructive' })
    }
  }
  const job = useJob({ ...jobSettings, onSucceeded: state => void announce(state) })
  const { view } = job

  useEffect(() => {
    if (video) saveFiles(videoTextToolId, { options: fieldsOf(settings) })
  }, [video, settings])

  const stoppedBecause = video?.sending.phase === 'stopped' ? video.sending.reason : undefined
  const obstacle = video ? stoppedBecause : videoTextMessages.noFile
  const complain = (reason: string) => {
    setComplaint(reason)
    toasts.show({ title: videoTextMessages.failed, description: reason, variant: 'destructive' })
  }
  const begin = () => {
    setIsWanted(false)
    void job.start({ uploadId, ...fieldsOf(settings) })
  }
  const goOn = useEffectEvent(() => {
    if (uploadId !== undefined) begin()
    else if (stoppedBecause !== undefined) {
      setIsWanted(false)
      complain(stoppedBecause)
    }
  })
  useEffect(() => {
    if (isWanted && (uploadId ?? stoppedBecause) !== undefined) goOn()
  }, [isWanted, uploadId, stoppedBecause])

  // Said only as long as it is true: the complaint goes when what was missing comes.
  const standing = complaint !== undefined && complaint === obstacle ? complaint : undefined
  const failure = view.phase === 'idle' ? view.failure : undefined

  const leaveResult = () => {
    job.reset()
    forgetEdits()
    setComplaint(undefined)
  }

  return {
    video,
    uploadId,
    /** As the page shows it: whoever waits for the rest of the film waits for the text. */
    phase: isWanted ? ('working' as const) : view.phase,
    isWaitingForVideo: isWanted,
    imageUrl: details?.previewUrl ?? undefined,
    durationSeconds: details?.media?.durationSeconds ?? undefined,
    /** Why there will be no text, said before anybody presses the button. */
    problem:
      details?.problem?.message ??
      (details?.media && !details.media.audio ? errorMessage('no-speech-track') : undefined),
    settings,
    setSettings,
    view,
    complaint: standing ?? failure,
    /** Where the text would be: a film that was never chosen is no failure. */
    failure: (video ? standing : undefined) ?? failure,
    /** The complaint is about the plan. */
    needsPlan: standing === undefined && view.phase === 'idle' && view.needsPlan === true,
    /** True when the file was taken. */
    take([file]: readonly File[]): boolean {
      if (!file) return false
      const refusal = findRefusal(file, maxBytes)
      toasts.show(
        refusal
          ? { ...refusal, variant: 'destructive' }
          : { title: videoTextMessages.loaded, description: file.name },
      )
      if (refusal) return false
      leaveResult()
      list.clear()
      list.add([{ file, path: file.name }])
      return true
    },
    resend: () => video && list.retry(video.key),
    remove() {
      leaveResult()
      list.clear()
      setSettings(defaultSettings)
    },
    /** True when there is something to wait for. */
    extract(): boolean {
      if (obstacle !== undefined) {
        complain(obstacle)
        return false
      }
      leaveResult()
      if (uploadId === undefined) setIsWanted(true)
      else begin()
      return true
    },
    async cancel() {
      if (!isWanted) return await job.cancel()
      setIsWanted(false)
      toasts.show(videoTextMessages.cancelled)
    },
    async deleteResult() {
      await job.deleteResult()
      forgetEdits()
    },
  }
}
