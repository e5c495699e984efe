/** The loaded audio file: waveform, selection and playback controls. */

import { uploadMessages } from '@filesmith/contract/messages/upload'
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { AudioWaveform, Check, CircleAlert, RefreshCw, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatClock } from '../../lib/format-clock.ts'
import { Button } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Transport } from './transport.tsx'
import { TrimFields } from './trim-fields.tsx'
import type { useAudioEditor } from './use-audio-editor.ts'
import type { useAudioFile } from './use-audio-file.ts'
import { Overview } from './wave/overview.tsx'
import { fullView } from './wave/wave-view.ts'
import { Waveform } from './wave/waveform.tsx'

const { wave: messages } = audioEditorMessages

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

interface FileSummaryProps {
  readonly listed: ListedFile
  readonly durationSeconds: number | undefined
  readonly isDisabled: boolean
  readonly onRetry: () => void
  readonly onPick: (files: readonly File[]) => void
}

/** One line about the audio file: name, duration, size and upload status. */
function FileSummary({ listed, durationSeconds, isDisabled, onRetry, onPick }: FileSummaryProps) {
  const details = [
    durationSeconds === undefined ? undefined : formatClock(durationSeconds),
    formatBytes(listed.sizeBytes),
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line p-3 sm:px-5">
      <KindIcon kind="audio" />
      <div className="min-w-0 flex-1 basis-48">
        <div className="font-semibold">
          <FileName name={nameOf(listed)} />
        </div>
        <p className="figures text-xs text-ink-muted">{details.filter(Boolean).join(' · ')}</p>
      </div>
      <UploadStatus listed={listed} />
      {listed.sending.phase === 'stopped' ? (
        <Button variant="solid" onClick={onRetry}>
          <Icon of={RefreshCw} /> {uploadMessages.retry}
        </Button>
      ) : null}
      <FilePickerButton accept="audio/*" isDisabled={isDisabled} onPick={onPick}>
        {audioEditorMessages.chooseAnother}
      </FilePickerButton>
    </div>
  )
}

function UploadStatus({ listed }: Pick<FileSummaryProps, 'listed'>) {
  const { sending, sizeBytes, file } = listed
  if (sending.phase === 'complete')
    return (
      <p role="status" className="flex items-center gap-2 font-semibold text-success">
        <Icon of={Check} /> {file ? audioEditorMessages.uploaded : audioEditorMessages.uploadedBefore}
      </p>
    )
  if (sending.phase === 'stopped')
    return (
      <p role="alert" className="flex items-center gap-2 font-semibold text-danger">
        <Icon of={CircleAlert} /> {sending.reason}
      </p>
    )
  const percent = Math.floor((arrivedBytesOf(listed) / sizeBytes) * 100)
  const isStalled = sending.phase === 'uploading' && sending.isStalled
  return (
    <p className="figures flex items-center gap-2 text-xs">
      <Icon of={Upload} className="text-accent-text" />
      {isStalled ? uploadMessages.stalled : audioEditorMessages.uploading(percent)}
    </p>
  )
}

interface WaveformStatusProps {
  readonly file: ReturnType<typeof useAudioFile>
}

/** Status below the waveform: loading progress, why there is none, and what the user can do about it. */
function WaveformStatus({ file }: WaveformStatusProps) {
  const { listed, loadedAudio, copy, hasLocalFile, uploadId, durationSeconds } = file
  const [isDifferentFile, setIsDifferentFile] = useState(false)
  if (!listed) return null
  const format = extensionLabel(nameOf(listed))
  if (copy.phase === 'making')
    return <StatusMessage text={messages.creatingPreview(Math.floor(copy.percent))} />
  if (copy.phase !== 'ready' && !hasLocalFile)
    return (
      <StatusMessage text={isDifferentFile ? messages.otherFile : messages.noPreview}>
        <FilePickerButton
          accept="audio/*"
          onPick={([picked]) => setIsDifferentFile(!!picked && !file.reselect(picked))}
        >
          {messages.showAgain}
        </FilePickerButton>
      </StatusMessage>
    )
  if (loadedAudio?.problem)
    return (
      <StatusMessage
        text={loadedAudio.problem === 'too-long' ? messages.tooLong(format) : messages.undecodable(format)}
      >
        <Button disabled={uploadId === undefined} onClick={file.makeCopy}>
          <Icon of={AudioWaveform} /> {messages.createPreview}
        </Button>
      </StatusMessage>
    )
  const { measurements } = loadedAudio ?? {}
  const fraction = measurements ? measurements.measuredSamples / Math.max(1, measurements.lengthSamples) : 0
  if (fraction < 1) return <StatusMessage text={messages.reading(Math.floor(fraction * 100))} isQuiet />
  return (
    <>
      <p role="status" className="sr-only">
        {messages.ready(formatClock(durationSeconds ?? 0))}
      </p>
      <p className="px-5 text-xs text-ink-muted">
        {copy.phase === 'ready' ? (
          messages.previewShown
        ) : (
          <span className="max-sm:hidden">{messages.keys}</span>
        )}
      </p>
    </>
  )
}

interface StatusMessageProps {
  readonly text: string
  /** Changes continuously, so it is not announced to screen readers. */
  readonly isQuiet?: boolean
  readonly children?: ReactNode
}

function StatusMessage({ text, isQuiet = false, children }: StatusMessageProps) {
  if (isQuiet) return <p className="figures px-5 text-xs text-ink-muted">{text}</p>
  return (
    <div className="mx-5 flex flex-wrap items-center gap-3 rounded border border-line-strong bg-paper p-3">
      <p role="status" className="min-w-0 flex-1 basis-60">
        {text}
      </p>
      {children}
    </div>
  )
}
