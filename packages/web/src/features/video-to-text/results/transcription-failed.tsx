/** Why the transcription failed, with actions to retry or go back. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { RefreshCw } from 'lucide-react'
import { PlanLink } from '../../../lib/allowance-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'

interface TranscriptionFailedProps {
  readonly reason: string
  readonly needsPlan: boolean
  readonly onRetry: () => void
  readonly onBack: () => void
}

export function TranscriptionFailed({ reason, needsPlan, onRetry, onBack }: TranscriptionFailedProps) {
  return (
    <div className="mx-auto flex min-h-92 max-w-160 flex-col justify-center gap-5 p-2 sm:p-6">
      <div role="alert" className="text-center">
        <h3 className="text-lg text-danger">{videoTextMessages.failed}</h3>
        <p className="mt-1 text-balance">
          {reason} {needsPlan ? <PlanLink /> : null}
        </p>
      </div>
      <ProgressBar percent={0} label={videoTextMessages.progress} isStopped />
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={onBack}>{videoTextMessages.done.back}</Button>
        <Button variant="solid" onClick={onRetry}>
          <Icon of={RefreshCw} /> {videoTextMessages.tryAgain}
        </Button>
      </div>
    </div>
  )
}
