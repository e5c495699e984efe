/** What there is to say about the waveform: how far it is, why there is none, and what can be done about it. */
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

const { wave: words } = audioEditorMessages

interface WaveNoteProps {
  readonly file: ReturnType<typeof useAudioFile>
}

export function WaveNote({ file }: WaveNoteProps) {
  const { listed, sound, copy, hasOwnFile, uploadId, durationSeconds } = file
  const [isOther, setIsOther] = useState(false)
  if (!listed) return null
  const format = extensionLabel(nameOf(listed))
  if (copy.phase === 'making') return <Note text={words.makingCopy(Math.floor(copy.percent))} />
  if (copy.phase !== 'ready' && !hasOwnFile)
    return (
      <Note text={isOther ? words.otherFile : words.unseen}>
        <FilePickerButton
          accept="audio/*"
          onPick={([chosen]) => setIsOther(!!chosen && !file.showAgain(chosen))}
        >
          {words.showAgain}
        </FilePickerButton>
      </Note>
    )
  if (sound?.problem)
    return (
      <Note text={sound.problem === 'too-long' ? words.tooLong(format) : words.undecodable(format)}>
        <Button disabled={uploadId === undefined} onClick={file.makeCopy}>
          <Icon of={AudioWaveform} /> {words.makeCopy}
        </Button>
      </Note>
    )
  const { measures } = sound ?? {}
  const share = measures ? measures.measuredSamples / Math.max(1, measures.lengthSamples) : 0
  if (share < 1) return <Note text={words.reading(Math.floor(share * 100))} isQuiet />
  return (
    <>
      <p role="status" className="sr-only">
        {words.ready(formatClock(durationSeconds ?? 0))}
      </p>
      <p className="px-5 text-xs text-ink-muted">
        {copy.phase === 'ready' ? words.copyShown : <span className="max-sm:hidden">{words.keys}</span>}
      </p>
    </>
  )
}

interface NoteProps {
  readonly text: string
  /** It changes all the time, and need not be read out each time. */
  readonly isQuiet?: boolean
  readonly children?: ReactNode
}

function Note({ text, isQuiet = false, children }: NoteProps) {
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
