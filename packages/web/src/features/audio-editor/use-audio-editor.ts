/** State of the audio editor: file, selection, settings, preview, playback and server job. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { useEffect, useMemo, useState } from 'react'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { toasts } from '../../lib/toast-store.ts'
import type { AudioBackend } from './audio-backend.ts'
import {
  defaultAudioSettings,
  editorToolId,
  readSavedAudioSettings,
  readSavedTrim,
  toAudioRequest,
  toSavedAudioSettings,
} from './edit/edit-settings.ts'
import { useSelectionPreview } from './edit/use-selection-preview.ts'
import { useTrim } from './edit/use-trim.ts'
import { usePlayback } from './playback/use-playback.ts'
import { useAudioFile } from './use-audio-file.ts'
import { useAudioJob } from './use-audio-job.ts'

export function useAudioEditor(backend: AudioBackend, isVisible: boolean) {
  const file = useAudioFile(backend)
  const [settings, setSettings] = useState(readSavedAudioSettings)
  const [hasAttempted, setHasAttempted] = useState(false)
  const { view, start, cancel, deleteResult, reset } = useAudioJob()
  const durationSeconds = file.durationSeconds ?? 0
  const trimming = useTrim(durationSeconds, useState(readSavedTrim)[0])
  const { requested } = trimming
  const { from, to } = trimming.trim

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

  const hasFile = file.listed !== undefined
  useEffect(() => {
    if (hasFile) saveFiles(editorToolId, { options: toSavedAudioSettings(settings, requested) })
  }, [hasFile, settings, requested])

  // Derived, so that the message disappears as soon as the cause is gone.
  const blockedReason = blockedReasonFor(file.listed?.sending.phase)
  const failure = view.phase === 'idle' ? view.failure : undefined

  const resetEditor = () => {
    playback.stop()
    reset()
    setHasAttempted(false)
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
    view,
    complaint: hasAttempted && blockedReason !== undefined ? blockedReason : failure,
    needsPlan: blockedReason === undefined && view.phase === 'idle' && view.needsPlan === true,
    selectFile([picked]: readonly File[]) {
      if (!picked) return
      resetEditor()
      file.choose(picked)
    },
    process() {
      setHasAttempted(blockedReason !== undefined)
      if (blockedReason !== undefined) return toasts.show({ title: blockedReason, variant: 'destructive' })
      playback.stop()
      void start({ uploadId: file.uploadId, ...toAudioRequest(settings, requested) })
    },
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    backToSettings: reset,
    startOver() {
      resetEditor()
      file.clear()
    },
  }
}

function blockedReasonFor(phase: string | undefined): string | undefined {
  if (phase === undefined) return audioEditorMessages.noFile
  if (phase === 'complete') return undefined
  return phase === 'stopped' ? uploadMessages.failed : uploadMessages.stillUploading
}
