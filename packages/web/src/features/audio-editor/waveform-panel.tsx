/** The loaded audio file: waveform, selection and playback controls. */
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { FileSummary } from './file-summary.tsx'
import { Transport } from './transport.tsx'
import { TrimFields } from './trim-fields.tsx'
import type { useAudioEditor } from './use-audio-editor.ts'
import { Overview } from './wave/overview.tsx'
import { fullView } from './wave/wave-view.ts'
import { Waveform } from './wave/waveform.tsx'
import { WaveformStatus } from './waveform-status.tsx'

interface WaveformPanelProps {
  readonly editor: ReturnType<typeof useAudioEditor>
  /** The selection cannot be changed while the job runs or its result is shown. */
  readonly isLocked: boolean
  readonly onPick: (files: readonly File[]) => void
}

export function WaveformPanel({ editor, isLocked, onPick }: WaveformPanelProps) {
  const { file, trimming, durationSeconds, preview, playback, settings } = editor
  const { trim, change } = trimming
  const [view, setView] = useState(() => fullView(durationSeconds))
  /** The duration may become known after the first render. */
  const [lastDuration, setLastDuration] = useState(durationSeconds)
  if (lastDuration !== durationSeconds) {
    setLastDuration(durationSeconds)
    setView(fullView(durationSeconds))
  }
  const measurements = file.loadedAudio?.measurements
  if (!file.listed) return null
  return (
    <Panel className="flex flex-col gap-4 overflow-hidden pb-5">
      <FileSummary
        listed={file.listed}
        durationSeconds={file.durationSeconds}
        isDisabled={isLocked}
        onRetry={file.resend}
        onPick={onPick}
      />
      {durationSeconds > 0 ? (
        <>
          <Waveform
            measurements={measurements}
            durationSeconds={durationSeconds}
            settings={settings}
            preview={preview}
            trim={trim}
            onTrim={change}
            view={view}
            onView={setView}
            position={playback.position}
            isPlaying={playback.isPlaying}
            onSeek={playback.seek}
            isDisabled={isLocked}
          />
          <Overview
            measurements={measurements}
            durationSeconds={durationSeconds}
            trim={trim}
            view={view}
            onView={setView}
          />
          <Transport
            canPlay={file.loadedAudio?.reader !== undefined}
            isPlaying={playback.isPlaying}
            position={playback.position}
            durationSeconds={durationSeconds}
            trimming={trimming}
            isLocked={isLocked}
            view={view}
            onView={setView}
            onToggle={playback.toggle}
          />
          <TrimFields
            trimming={trimming}
            durationSeconds={durationSeconds}
            resultSeconds={preview.cutList.lengthSeconds}
            position={playback.position}
            isDisabled={isLocked}
          />
        </>
      ) : (
        <div className="mx-5 h-52 rounded bg-paper" />
      )}
      <WaveformStatus file={file} />
    </Panel>
  )
}
