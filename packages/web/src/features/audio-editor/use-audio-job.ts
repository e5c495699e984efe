/** Server job of the audio editor. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { type ConversionState, conversionStateSchema } from '@filesmith/contract/schemas/conversion'
import type { JobSettings } from '../../lib/job-settings.ts'
import { useJob } from '../../lib/use-job.ts'
import { editorToolId } from './edit/edit-settings.ts'

const settings: JobSettings<ConversionState> = {
  toolId: editorToolId,
  path: editAudio.path,
  read: json => conversionStateSchema.parse(json),
  failureOf: ({ error }) => error?.message,
  isFailureShown: false,
  texts: {
    failed: audioEditorMessages.failed,
    unanswered: audioEditorMessages.requestFailed,
    succeeded: () => audioEditorMessages.succeeded,
    canceled: () => audioEditorMessages.canceled,
    deleted: audioEditorMessages.deleted,
    downloadMissing: audioEditorMessages.downloadMissing,
  },
}

export function useAudioJob() {
  return useJob(settings)
}
