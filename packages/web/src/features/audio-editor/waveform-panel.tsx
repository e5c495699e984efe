/** The loaded audio file: waveform, selection and playback controls. */

import { uploadMessages } from '@filesmith/contract/messages/upload'
import { audioEditorMessages } from '@filesmith/contract/tools/audio/messages'
import { AudioWaveform, Check, CircleAlert, RefreshCw, Upload } from 'lucide-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatClock } from '../../lib/format-clock.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileName } from '../../ui/file-name.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { lengthOf, type TimeRange } from './edit/time-range.ts'
import { toSpokenTime } from './edit/timecode.ts'
import type { AudioMeasurements } from './measure/audio-measurements.ts'
import { Transport, TrimFields } from './transport.tsx'
import type { useAudioEditor } from './use-audio-editor.ts'
import type { useAudioFile } from './use-audio-file.ts'
import { WaveCanvas } from './wave/wave-canvas.tsx'
import { fullView, scrollView } from './wave/wave-view.ts'
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

const { wave: overviewMessages } = audioEditorMessages

interface OverviewProps {
  readonly measurements: AudioMeasurements | undefined
  readonly durationSeconds: number
  readonly trim: TimeRange
  readonly view: TimeRange
  readonly onView: (view: TimeRange) => void
}

const appearance = { gain: 1, isInDecibels: false, thresholdDb: undefined, silences: [] } as const
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -0.1,
  ArrowRight: 0.1,
  PageUp: -1,
  PageDown: 1,
  Home: -Infinity,
  End: Infinity,
}

/** Overview of the whole waveform with a draggable window over the visible part. */
function Overview({ measurements, durationSeconds, trim, view, onView }: OverviewProps) {
  const id = useId()
  const stripRef = useRef<HTMLDivElement>(null)
  const grabOffset = useRef<number>(undefined)
  const whole = useMemo(() => fullView(durationSeconds), [durationSeconds])
  const span = lengthOf(view)
  const isWhole = span >= durationSeconds

  const secondsAt = ({ clientX }: PointerEvent) => {
    const { left, width } = stripRef.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return ((clientX - left) / Math.max(1, width)) * durationSeconds
  }
  const drag = (event: PointerEvent) => {
    if (grabOffset.current === undefined) return
    onView(scrollView(view, secondsAt(event) - grabOffset.current - view.from, durationSeconds))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const by = Number.isFinite(step) ? step * span : Math.sign(step) * durationSeconds
    onView(scrollView(view, by, durationSeconds))
  }
  const percent = (seconds: number) => `${(seconds / durationSeconds) * 100}%`
  return (
    <div
      ref={stripRef}
      id={id}
      className="relative mx-5 h-11 touch-none overflow-hidden rounded border border-line bg-paper"
      onPointerDown={event => {
        if (event.button !== 0 || isWhole) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const seconds = secondsAt(event)
        const isInside = seconds >= view.from && seconds <= view.to
        grabOffset.current = isInside ? seconds - view.from : span / 2
        drag(event)
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        grabOffset.current = undefined
      }}
    >
      {measurements ? (
        <WaveCanvas measurements={measurements} view={whole} appearance={appearance} className="opacity-60" />
      ) : null}
      <span
        className="pointer-events-none absolute bottom-0 h-1 bg-ink"
        style={{ left: percent(trim.from), width: percent(lengthOf(trim)) }}
      />
      <span
        role="scrollbar"
        tabIndex={isWhole ? -1 : 0}
        aria-label={overviewMessages.overview}
        aria-orientation="horizontal"
        aria-controls={id}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, durationSeconds - span)}
        aria-valuenow={view.from}
        aria-valuetext={overviewMessages.part(toSpokenTime(view.from), toSpokenTime(view.to))}
        onKeyDown={handleKeyDown}
        className={cx(
          'absolute inset-y-0 rounded -outline-offset-2',
          !isWhole && 'cursor-grab border-2 border-ink bg-ink/5 active:cursor-grabbing',
        )}
        style={{ left: percent(view.from), width: percent(span) }}
      />
    </div>
  )
}
