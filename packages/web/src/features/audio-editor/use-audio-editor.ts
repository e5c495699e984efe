/** Everything the editor knows and can do: the recording, the selection, the settings, how it sounds, the work on it. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { useEffect, useMemo, useState } from 'react'
import { saveFiles } from '../../lib/file-list/saved-files.ts'
import { toasts } from '../../lib/toast-store.ts'
import {
  defaultSettings,
  editorToolId,
  fieldsOf,
  savedSettings,
  savedTrim,
  toSaved,
} from './edit/edit-settings.ts'
import { useHeardSelection } from './edit/use-heard-selection.ts'
import { useTrim } from './edit/use-trim.ts'
import { usePlayback } from './playback/use-playback.ts'
import type { Studio } from './studio.ts'
import { useAudioFile } from './use-audio-file.ts'
import { useAudioJob } from './use-audio-job.ts'

export function useAudioEditor(studio: Studio, isInSight: boolean) {
  const file = useAudioFile(studio)
  const [settings, setSettings] = useState(savedSettings)
  const [isAskedFor, setIsAskedFor] = useState(false)
  const { view, start, cancel, deleteResult, reset } = useAudioJob()
  const durationSeconds = file.durationSeconds ?? 0
  const trimming = useTrim(durationSeconds, useState(savedTrim)[0])
  const { asked } = trimming
  const { from, to } = trimming.trim

  const measures = file.sound?.measures
  const trim = useMemo(() => ({ from, to }), [from, to])
  const heard = useHeardSelection(measures, settings, trim)
  const { fadeInSeconds, fadeOutSeconds } = settings
  const playback = usePlayback({
    studio,
    reader: file.sound?.reader,
    performance: {
      plan: heard.plan,
      gain: heard.gain,
      isLimited: heard.isLimited,
      fades: { inSeconds: fadeInSeconds, outSeconds: fadeOutSeconds },
    },
    trim,
    isInSight,
  })

  const hasFile = file.listed !== undefined
  useEffect(() => {
    if (hasFile) saveFiles(editorToolId, { options: toSaved(settings, asked) })
  }, [hasFile, settings, asked])

  // Said only as long as it is true: the complaint goes when what was missing comes.
  const obstacle = obstacleOf(file.listed?.sending.phase)
  const failure = view.phase === 'idle' ? view.failure : undefined

  const leave = () => {
    playback.stop()
    reset()
    setIsAskedFor(false)
    setSettings(defaultSettings)
    trimming.startOver()
  }

  return {
    file,
    settings,
    setSettings,
    trimming: { ...trimming, trim },
    durationSeconds,
    heard,
    playback,
    view,
    complaint: isAskedFor && obstacle !== undefined ? obstacle : failure,
    needsPlan: obstacle === undefined && view.phase === 'idle' && view.needsPlan === true,
    take([chosen]: readonly File[]) {
      if (!chosen) return
      leave()
      file.choose(chosen)
    },
    process() {
      setIsAskedFor(obstacle !== undefined)
      if (obstacle !== undefined) return toasts.show({ title: obstacle, variant: 'destructive' })
      playback.stop()
      void start({ uploadId: file.uploadId, ...fieldsOf(settings, asked) })
    },
    cancel: () => void cancel(),
    deleteResult: () => void deleteResult(),
    backToSettings: reset,
    startOver() {
      leave()
      file.clear()
    },
  }
}

function obstacleOf(phase: string | undefined): string | undefined {
  if (phase === undefined) return audioEditorMessages.noFile
  if (phase === 'complete') return undefined
  return phase === 'stopped' ? uploadMessages.failed : uploadMessages.stillArriving
}
