/** State of the audio editor: file, selection, settings, preview, playback and server job. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { useMemo, useState } from 'react'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import type { AudioBackend } from './audio-backend.ts'
import {
  defaultAudioSettings,
  editorToolId,
  readSavedAudioSettings,
  readSavedTrim,
  toAudioRequest,
  toSavedAudioSettings,
} from './edit/edit-settings.ts'
import { clampTrim } from './edit/trim.ts'
import { useSelectionPreview } from './edit/use-selection-preview.ts'
import { useTrim } from './edit/use-trim.ts'
import { usePlayback } from './playback/use-playback.ts'
import { useAudioFile } from './use-audio-file.ts'

export function useAudioEditor(backend: AudioBackend, isVisible: boolean) {
  const [settings, setSettings] = useState(readSavedAudioSettings)
  const trimming = useTrim(readSavedTrim)
  const { requested } = trimming
  const job = useJob({
    toolId: editorToolId,
    purpose: 'edit-audio',
    path: editAudio.path,
    kind: conversionJob,
    options: toSavedAudioSettings(settings, requested),
    texts: {
      failed: audioEditorMessages.failed,
      unanswered: audioEditorMessages.requestFailed,
      succeeded: () => audioEditorMessages.succeeded,
      canceled: () => audioEditorMessages.canceled,
      deleted: audioEditorMessages.deleted,
      downloadMissing: audioEditorMessages.downloadMissing,
    },
  })
  const file = useAudioFile(backend, job.list)
  const durationSeconds = file.durationSeconds ?? 0
  const { from, to } = clampTrim(requested, durationSeconds)

  const measurements = file.loadedAudio?.measurements
  const trim = useMemo(() => ({ from, to }), [from, to])
  const preview = useSelectionPreview(measurements, settings, trim)
  const { fadeInSeconds, fadeOutSeconds } = settings
  const playback = usePlayback({
    backend,
    reader: file.loadedAudio?.reader,
    params: {
      cutList: preview.cutList,
      gain: preview.gain,
      isLimited: preview.isLimited,
      fades: { inSeconds: fadeInSeconds, outSeconds: fadeOutSeconds },
    },
    trim,
    isVisible,
  })

  const missing = missingFor(file.listed?.sending.phase)

  const resetEditor = () => {
    playback.stop()
    job.reset()
    setSettings(defaultAudioSettings)
    trimming.startOver()
  }

  return {
    file,
    settings,
    setSettings,
    trimming: { ...trimming, trim },
    durationSeconds,
    preview,
    playback,
    job,
    blocked: missing === undefined ? undefined : { title: missing },
    selectFile([picked]: readonly File[]) {
      if (!picked) return
      resetEditor()
      file.choose(picked)
    },
    process() {
      playback.stop()
      void job.start(() => ({ uploadId: file.uploadId, ...toAudioRequest(settings, requested) }))
    },
    startOver() {
      resetEditor()
      file.clear()
    },
  }
}

function missingFor(phase: string | undefined): string | undefined {
  if (phase === undefined) return audioEditorMessages.noFile
  if (phase === 'complete') return undefined
  return phase === 'stopped' ? uploadMessages.failed : uploadMessages.stillUploading
}
