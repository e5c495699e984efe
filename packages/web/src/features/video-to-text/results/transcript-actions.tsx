/** What can be done with a text that is ready: copy it, take it home in several formats, go back. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { ArrowLeft, Copy, Download } from 'lucide-react'
import { copyText } from '../../../lib/copy-text.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type ExportFormat, exportFormats, saveTranscript } from './save-transcript.ts'
import type { Versions } from './use-versions.ts'

const { done: texts } = videoTextMessages

interface TranscriptActionsProps {
  readonly fileName: string
  readonly versions: Versions
  readonly onBack: () => void
}

export function TranscriptActions({ fileName, versions, onBack }: TranscriptActionsProps) {
  const { text, lines } = versions
  const copy = async () => {
    if (await copyText(text)) toasts.show(videoTextMessages.copied)
    else toasts.show({ ...videoTextMessages.copyFailed, variant: 'destructive' })
  }
  const save = (format: ExportFormat) => void saveTranscript(format, fileName, versions)
  const others = exportFormats.filter(format => format === 'docx' || lines.length > 0)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 sm:justify-end">
        <span className="text-ink-muted">{texts.alsoAs}</span>
        {others.map(format => (
          <Button
            key={format}
            aria-label={texts.saveAs[format]}
            className="px-3"
            onClick={() => save(format)}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </div>
      <div className="sticky-action -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:flex-nowrap sm:px-0">
        <Button className="min-h-12 max-sm:order-last max-sm:w-full sm:mr-auto" onClick={onBack}>
          <Icon of={ArrowLeft} /> {texts.back}
        </Button>
        <Button className="min-h-12 max-sm:grow" onClick={() => void copy()}>
          <Icon of={Copy} /> {texts.copy}
        </Button>
        <Button variant="accent" size="large" className="max-sm:grow" onClick={() => save('txt')}>
          <Icon of={Download} /> {texts.download}
        </Button>
      </div>
    </div>
  )
}
