/** Server job that adds subtitles to the video. */

import { addSubtitles } from '@filesmith/contract/operations/add-subtitles'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { videoTextMessages } from '@filesmith/contract/tools/video2text/messages'
import { conversionJob } from '../../../lib/job/job.ts'
import { type JobControl, useJob } from '../../../lib/job/use-job.ts'
import { subtitlesToolId } from '../video-text-tool-id.ts'

const { subtitles: texts } = videoTextMessages

export type SubtitlesJob = JobControl<ConversionState>

export function useSubtitles(): SubtitlesJob {
  return useJob({
    toolId: subtitlesToolId,
    purpose: 'extract-video-text',
    path: addSubtitles.path,
    kind: conversionJob,
    texts: {
      failed: texts.failed,
      unanswered: texts.requestFailed,
      refusedWith: videoTextMessages.refusedWith,
      succeeded: () => texts.succeeded,
      canceled: left => (left ? { title: texts.succeeded, description: texts.ready } : texts.canceled),
      deleted: texts.deleted,
      downloadMissing: texts.downloadMissing,
    },
  })
}
