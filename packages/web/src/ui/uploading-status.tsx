/** Progress of an upload, including stalled and stopped states. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { CircleAlert, Upload } from 'lucide-react'
import { Icon } from './icon.tsx'
import { ProgressBar } from './progress-bar.tsx'

interface UploadingStatusProps {
  readonly percent: number
  readonly isStalled: boolean
  readonly stoppedBecause: string | undefined
}

export function UploadingStatus({ percent, isStalled, stoppedBecause }: UploadingStatusProps) {
  const isStopped = stoppedBecause !== undefined
  return (
    <div className="min-h-12">
      <div className="mb-2 flex items-center justify-between gap-3 font-semibold">
        <p role={isStopped ? 'alert' : 'status'} className="flex items-center gap-2">
          <Icon
            of={isStopped ? CircleAlert : Upload}
            className={isStopped ? 'text-danger' : 'text-accent-text'}
          />
          {stoppedBecause ?? (isStalled ? uploadMessages.stalled : uploadMessages.uploading)}
        </p>
        <p className="figures">{Math.floor(percent)}%</p>
      </div>
      <ProgressBar percent={percent} label={uploadMessages.uploadProgress} isStopped={isStopped} />
    </div>
  )
}
