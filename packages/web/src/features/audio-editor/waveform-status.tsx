/** Status below the waveform: loading progress, why there is none, and what the user can do about it. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { AudioWaveform } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { nameOf } from '../../lib/file-list/listed-file.ts'
import { formatClock } from '../../lib/format-clock.ts'
import { Button } from '../../ui/button.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { useAudioFile } from './use-audio-file.ts'

const { wave: messages } = audioEditorMessages

interface WaveformStatusProps {
  readonly file: ReturnType<typeof useAudioFile>
}

export function WaveformStatus({ file }: WaveformStatusProps) {
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
