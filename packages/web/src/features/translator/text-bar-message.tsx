/** What there is to say beside the Translate button: what is wrong, else what language the text seems to be in, else how it goes faster. */
import { type LanguageId, translationLanguages } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { Languages } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { TextStore } from './text-store.ts'
import { useLanguageOffer } from './use-language-offer.ts'

interface TextBarMessageProps {
  readonly complaint: string | undefined
  readonly source: TextStore
  /** The one that is chosen. */
  readonly language: LanguageId
  readonly onLanguage: (language: LanguageId) => void
}

export function TextBarMessage({ complaint, source, language, onLanguage }: TextBarMessageProps) {
  const found = useLanguageOffer(source)
  const isOffered = complaint === undefined && found !== undefined && found !== language
  return (
    <>
      <div role="status" className="grow empty:hidden max-sm:w-full">
        {complaint ? <p className="font-semibold text-danger">{complaint}</p> : null}
        {isOffered ? (
          <Button
            className="max-w-full py-1 text-left whitespace-normal! max-sm:w-full"
            onClick={() => onLanguage(found)}
          >
            <Icon of={Languages} className="text-accent-text" />
            {translateMessages.looksLike(translationLanguages[found])}
          </Button>
        ) : null}
      </div>
      {complaint || isOffered ? null : (
        <p className="grow text-xs text-ink-muted max-sm:hidden">
          {translateMessages.notCounted} {translateMessages.shortcut}
        </p>
      )}
    </>
  )
}
