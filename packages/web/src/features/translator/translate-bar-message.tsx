/** Message beside the Translate button: an error, a detected source language, or the keyboard shortcut. */
import { type LanguageId, translationLanguages } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { Languages } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { TextStore } from './text-store.ts'
import { useDetectedLanguage } from './use-detected-language.ts'

interface TranslateBarMessageProps {
  readonly complaint: string | undefined
  readonly source: TextStore
  /** The selected source language. */
  readonly language: LanguageId
  readonly onLanguage: (language: LanguageId) => void
}

export function TranslateBarMessage({ complaint, source, language, onLanguage }: TranslateBarMessageProps) {
  const detected = useDetectedLanguage(source)
  const isSuggested = complaint === undefined && detected !== undefined && detected !== language
  return (
    <>
      <div role="status" className="grow empty:hidden max-sm:w-full">
        {complaint ? <p className="font-semibold text-danger">{complaint}</p> : null}
        {isSuggested ? (
          <Button
            className="max-w-full py-1 text-left whitespace-normal! max-sm:w-full"
            onClick={() => onLanguage(detected)}
          >
            <Icon of={Languages} className="text-accent-text" />
            {translateMessages.looksLike(translationLanguages[detected])}
          </Button>
        ) : null}
      </div>
      {complaint || isSuggested ? null : (
        <p className="grow text-xs text-ink-muted max-sm:hidden">
          {translateMessages.notCounted} {translateMessages.shortcut}
        </p>
      )}
    </>
  )
}
