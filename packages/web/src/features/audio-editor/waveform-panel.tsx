/** The recording on the bench: its picture, its ends, and the keys to play it. */
import { useState } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { FileStrip } from './file-strip.tsx'
import { Transport } from './transport.tsx'
import { TrimFields } from './trim-fields.tsx'
import type { useAudioEditor } from './use-audio-editor.ts'
import { Overview } from './wave/overview.tsx'
import { wholeView } from './wave/wave-view.ts'
import { Waveform } from './wave/waveform.tsx'
import { WaveNote } from './wave-note.tsx'

interface WaveformPanelProps {
  readonly work: ReturnType<typeof useAudioEditor>
  /** While the server works, or has worked, nothing is changed. */
  readonly isLocked: boolean
  readonly onPick: (files: readonly File[]) => void
}

export function WaveformPanel({ work, isLocked, onPick }: WaveformPanelProps) {
  const { file, trimming, durationSeconds, heard, playback, settings } = work
  const { trim, change } = trimming
  const [chosenView, setChosenView] = useState(() => wholeView(durationSeconds))
  /** The length may become known after the first look. */
  const [knownLength, setKnownLength] = useState(durationSeconds)
  if (knownLength !== durationSeconds) {
    setKnownLength(durationSeconds)
    setChosenView(wholeView(durationSeconds))
  }
  const measures = file.sound?.measures
  if (!file.listed) return null
  return (
    <Panel className="flex flex-col gap-4 overflow-hidden pb-5">
      <FileStrip
        listed={file.listed}
        durationSeconds={file.durationSeconds}
        isDisabled={isLocked}
        onRetry={file.resend}
        onPick={onPick}
      />
      {durationSeconds > 0 ? (
        <>
          <Waveform
            measures={measures}
            durationSeconds={durationSeconds}
            settings={settings}
            heard={heard}
            trim={trim}
            onTrim={change}
            view={chosenView}
            onView={setChosenView}
            position={playback.position}
            isPlaying={playback.isPlaying}
            onSeek={playback.seek}
            isDisabled={isLocked}
          />
          <Overview
            measures={measures}
            durationSeconds={durationSeconds}
            trim={trim}
            view={chosenView}
            onView={setChosenView}
          />
          <Transport
            canPlay={file.sound?.reader !== undefined}
            isPlaying={playback.isPlaying}
            position={playback.position}
            durationSeconds={durationSeconds}
            trimming={trimming}
            isLocked={isLocked}
            view={chosenView}
            onView={setChosenView}
            onToggle={playback.toggle}
          />
          <TrimFields
            trimming={trimming}
            durationSeconds={durationSeconds}
            resultSeconds={heard.plan.lengthSeconds}
            position={playback.position}
            isDisabled={isLocked}
          />
        </>
      ) : (
        <div className="mx-5 h-52 rounded bg-paper" />
      )}
      <WaveNote file={file} />
    </Panel>
  )
}
