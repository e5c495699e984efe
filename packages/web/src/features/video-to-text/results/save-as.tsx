/** Buttons for the other download formats of a transcript. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { Captions, FileText } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { exportFormats, saveTranscript } from './save-transcript.ts'
import type { Versions } from './use-versions.ts'

const { done: texts } = videoTextMessages

interface SaveAsProps {
  readonly fileName: string
  readonly versions: Versions
}

export function SaveAs({ fileName, versions }: SaveAsProps) {
  // Subtitles need lines; a text without lines can still be saved as a document.
  const offered = exportFormats.filter(format => format === 'docx' || versions.lines.length > 0)
  return (
    <div className="flex flex-col gap-2">
      <h4 className="font-semibold">{texts.alsoAs}</h4>
      {offered.map(format => (
        <Button
          key={format}
          className="justify-start!"
          onClick={() => void saveTranscript(format, fileName, versions)}
        >
          <Icon of={format === 'docx' ? FileText : Captions} className="text-ink-muted" />
          {texts.saveAs[format]}
        </Button>
      ))}
    </div>
  )
}
