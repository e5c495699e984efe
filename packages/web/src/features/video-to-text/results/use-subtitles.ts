/** Server job that adds subtitles to the video. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { operations } from '@filesmith/contract/operations/registry'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import type { JobSettings } from '../../../lib/job-settings.ts'
import { type JobControl, useJob } from '../../../lib/use-job.ts'
import { subtitlesToolId } from '../video-text-tool-id.ts'

const { subtitles: texts } = videoTextMessages

const settings: JobSettings<ConversionState> = {
  toolId: subtitlesToolId,
  path: operations['add-subtitles'].path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  texts: {
    failed: texts.failed,
    unanswered: texts.requestFailed,
    refusedWith: videoTextMessages.refusedWith,
    succeeded: () => texts.succeeded,
    canceled: left => (left ? { title: texts.succeeded, description: texts.ready } : texts.canceled),
    deleted: texts.deleted,
    downloadMissing: texts.downloadMissing,
  },
}

export type SubtitlesJob = JobControl<ConversionState>

export function useSubtitles(): SubtitlesJob {
  return useJob(settings)
}
