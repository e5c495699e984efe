/** Copy and Download buttons. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { Copy, Download } from 'lucide-react'
import { copyText } from '../../../lib/copy-text.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { saveTranscript } from './save-transcript.ts'
import type { Versions } from './use-versions.ts'

const { done: texts } = videoTextMessages

interface TranscriptActionsProps {
  readonly fileName: string
  readonly versions: Versions
}

export function TranscriptActions({ fileName, versions }: TranscriptActionsProps) {
  const copy = async () => {
    if (await copyText(versions.text)) toasts.show(videoTextMessages.copied)
    else toasts.show({ ...videoTextMessages.copyFailed, variant: 'destructive' })
  }
  return (
    <div className="sticky-action -mx-4 flex justify-end gap-3 border-t border-line bg-surface px-4 py-3 sm:mx-0 sm:px-0">
      <Button className="min-h-12 max-sm:grow" onClick={() => void copy()}>
        <Icon of={Copy} /> {texts.copy}
      </Button>
      <Button
        variant="accent"
        size="large"
        className="max-sm:grow"
        onClick={() => void saveTranscript('txt', fileName, versions)}
      >
        <Icon of={Download} /> {texts.download}
      </Button>
    </div>
  )
}
