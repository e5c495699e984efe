/** The selected languages with remove buttons; the last one cannot be removed. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { X } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import type { OcrLanguage } from './find-languages.ts'

interface SelectedLanguagesProps {
  readonly languages: readonly OcrLanguage[]
  readonly isDisabled: boolean
  readonly onRemove: (code: string) => void
}

export function SelectedLanguages({ languages, isDisabled, onRemove }: SelectedLanguagesProps) {
  return (
    <ul className="mb-2 flex flex-wrap gap-2">
      {languages.map(({ code, name }) => (
        <li key={code} className="flex min-h-8 items-center rounded bg-surface-sunken pl-3 font-medium">
          {name}
          <button
            type="button"
            aria-label={ocrMessages.removeLanguage(name)}
            disabled={isDisabled || languages.length === 1}
            onClick={() => onRemove(code)}
            className="grid size-8 place-items-center rounded hover:text-danger disabled:opacity-30"
          >
            <Icon of={X} sizePx={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
