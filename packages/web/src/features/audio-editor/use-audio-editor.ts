/** State of the audio editor: file, selection, settings, preview, playback and server job. */

import { editAudio } from '@filesmith/contract/operations/edit-audio'
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { stoppedReason } from '../../lib/file-list/pending-reason.ts'
import { conversionJob } from '../../lib/job/job.ts'
import { useJob } from '../../lib/job/use-job.ts'
import type { ChunkReader } from './audio/chunk-reader.ts'
import type { AudioBackend } from './audio-backend.ts'
import {
  defaultAudioSettings,
  editorToolId,
  readSavedAudioSettings,
  readSavedTrim,
  toAudioRequest,
  toSavedAudioSettings,
} from './edit/edit-settings.ts'
import type { TimeRange } from './edit/time-range.ts'
import { clampTrim, createTrimHistory, fullTrim, pushTrim, redoTrim, undoTrim } from './edit/trim.ts'
import { useSelectionPreview } from './edit/use-selection-preview.ts'
import type { AudioPlayer, PlaybackParams } from './playback/player.ts'
import { createPositionStore } from './playback/position-store.ts'
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

  const missing = file.listed ? stoppedReason([file.listed]) : audioEditorMessages.noFile

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
      void job.start(([upload]) => ({ uploadId: upload?.uploadId, ...toAudioRequest(settings, requested) }))
    },
    startOver() {
      resetEditor()
      file.clear()
    },
  }
}

/** State of the selection with undo and redo. */
function useTrim(findFirstTrim: () => TimeRange) {
  const [history, setHistory] = useState(() => createTrimHistory(findFirstTrim()))
  /** The selection when a drag started; the whole drag is one undo step. */
  const dragFrom = useRef<TimeRange>(undefined)
  return {
    /** As sent to the server: `to: Infinity` means the end of the file. */
    requested: history.trim,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change(trim: TimeRange, isFinal = true) {
      dragFrom.current ??= history.trim
      const before = dragFrom.current
      if (isFinal) dragFrom.current = undefined
      setHistory(now => (isFinal ? pushTrim(now, trim, before) : { ...now, trim }))
    },
    undo: () => setHistory(undoTrim),
    redo: () => setHistory(redoTrim),
    selectAll: () => setHistory(now => pushTrim(now, fullTrim)),
    startOver: () => setHistory(createTrimHistory()),
  }
}

interface PlaybackOptions {
  readonly backend: AudioBackend
  readonly reader: ChunkReader | undefined
  readonly params: PlaybackParams
  readonly trim: TimeRange
  /** Playback stops while the editor is hidden. */
  readonly isVisible: boolean
}

/** Plays the selection with the current settings, and applies changed settings during playback. */
function usePlayback({ backend, reader, params, trim, isVisible }: PlaybackOptions) {
  const [isPlaying, setIsPlaying] = useState(false)
  const [position] = useState(createPositionStore)
  const player = useRef<AudioPlayer>(undefined)
  const { cutList, gain, isLimited, fades } = params
  const { inSeconds, outSeconds } = fades

  const stop = useEffectEvent(() => {
    player.current?.pause()
    setIsPlaying(false)
  })
  const ended = useEffectEvent(() => {
    setIsPlaying(false)
    position.set(trim.from)
  })

  useEffect(() => {
    if (!reader) return
    position.set(0)
    return () => {
      player.current?.close()
      player.current = undefined
      setIsPlaying(false)
    }
  }, [reader, position])

  useEffect(() => {
    if (!isVisible) stop()
  }, [isVisible])

  useEffect(() => {
    if (!isPlaying) return
    let frame = 0
    const follow = () => {
      position.set(player.current?.position() ?? position.get())
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, position])

  /** Plays from `seconds`, or from the start of the selection if `seconds` is outside it. */
  const playFrom = (seconds: number, nextParams = params) => {
    if (!reader) return
    // Autoplay policy: an AudioContext may only start after a user gesture, so the player is created on demand.
    player.current ??= backend.createAudioPlayer(reader, () => ended())
    const isInside = seconds >= trim.from && seconds < trim.to - 0.01
    const from = isInside ? seconds : trim.from
    position.set(from)
    player.current.play(nextParams, from)
    setIsPlaying(true)
  }

  useEffect(() => player.current?.setGain(gain, isLimited), [gain, isLimited])

  const restart = useEffectEvent((changes: Pick<PlaybackParams, 'cutList' | 'fades'>) => {
    if (isPlaying) playFrom(position.get(), { ...params, ...changes })
  })
  // What is already scheduled still has the old cuts and fades.
  useEffect(() => restart({ cutList, fades: { inSeconds, outSeconds } }), [cutList, inSeconds, outSeconds])

  return {
    isPlaying,
    position,
    toggle() {
      if (isPlaying) stop()
      else playFrom(position.get())
    },
    stop: () => stop(),
    seek(seconds: number) {
      position.set(seconds)
      if (isPlaying) playFrom(seconds)
    },
  }
}
