/** One line about the audio file: name, duration, size and upload status. */
import { audioEditorMessages } from '@filesmith/contract/messages/audio-editor'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { Check, CircleAlert, RefreshCw, Upload } from 'lucide-react'
import { arrivedBytesOf, type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatClock } from '../../lib/format-clock.ts'
import { Button } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'

interface FileSummaryProps {
  readonly listed: ListedFile
  readonly durationSeconds: number | undefined
  readonly isDisabled: boolean
  readonly onRetry: () => void
  readonly onPick: (files: readonly File[]) => void
}

export function FileSummary({ listed, durationSeconds, isDisabled, onRetry, onPick }: FileSummaryProps) {
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
