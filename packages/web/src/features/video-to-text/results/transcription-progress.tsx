/** Progress of the transcription. */
import { conversionMessages } from '@filesmith/contract/messages/conversion'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'

/** The rest is reserved for loading the text. */
const maxPercentBeforeText = 95

interface TranscriptionProgressProps {
  readonly percent: number
  /** 'uploading' until the upload is complete, 'loading' while the finished text is fetched. */
  readonly step: 'uploading' | 'submitting' | 'queued' | 'running' | 'canceling' | 'loading'
  /** For example the remaining time. */
  readonly aside?: string
  readonly onCancel?: () => void
}

export function TranscriptionProgress({ percent, step, aside = '', onCancel }: TranscriptionProgressProps) {
  const shown = step === 'loading' ? percent : Math.min(percent, maxPercentBeforeText)
  const isCanceling = step === 'canceling'
  return (
    <Panel
      role="group"
      aria-label={videoTextMessages.working}
      className="mx-auto flex min-h-92 max-w-160 flex-col justify-center gap-5 border-none p-2 sm:p-6"
    >
      <div className="text-center">
        <h3 className="text-lg">{videoTextMessages.working}</h3>
        <p className="mt-1 text-ink-muted">{videoTextMessages.patience}</p>
      </div>
      <div>
        <div className="mb-2 flex items-end justify-between gap-4">
          <p className="figures text-2xl font-semibold" aria-hidden="true">
            {Math.floor(shown)}%
          </p>
          <p className="figures pb-1 text-xs text-ink-muted">{aside}</p>
        </div>
        <ProgressBar
          percent={shown}
          label={videoTextMessages.progress}
          marks={videoTextMessages.captions.map(({ fromPercent }) => fromPercent).filter(mark => mark > 0)}
        />
      </div>
      <div className="flex min-h-12 items-center justify-between gap-4">
        <p role="status" className="font-semibold">
          {captionOf(step, shown)}
        </p>
        {onCancel ? (
          <Button onClick={onCancel} disabled={isCanceling}>
            {isCanceling ? conversionMessages.canceling : conversionMessages.cancel}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

function captionOf(step: TranscriptionProgressProps['step'], percent: number): string {
  if (step === 'uploading') return uploadMessages.uploading
  if (step === 'submitting') return conversionMessages.starting
  if (step === 'queued') return conversionMessages.queued
  return videoTextMessages.captions.findLast(({ fromPercent }) => percent >= fromPercent)?.text ?? ''
}
