/** Both language selects with the switch button between them. */
import type { LanguageId } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import type { TranslationPair } from '@filesmith/contract/translation-pairs'
import { canTranslate } from '../../lib/use-translation-pairs.ts'
import type { LanguagePair } from './language-pair.ts'
import { LanguageSelect } from './language-select.tsx'
import { SwitchLanguagesButton } from './switch-languages-button.tsx'

interface LanguageRowProps {
  readonly languages: LanguagePair
  readonly pairs: readonly TranslationPair[] | undefined
  readonly isDisabled: boolean
  readonly onSource: (language: LanguageId) => void
  readonly onTarget: (language: LanguageId) => void
  readonly onSwitch: () => void
}

export function LanguageRow(props: LanguageRowProps) {
  const { languages, pairs, isDisabled, onSource, onTarget, onSwitch } = props
  const { source, target } = languages
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
      <LanguageSelect
        label={translateMessages.from}
        value={source}
        onChange={onSource}
        isDisabled={isDisabled}
      />
      <SwitchLanguagesButton isDisabled={isDisabled} className="self-end" onPress={onSwitch} />
      <LanguageSelect
        label={translateMessages.to}
        value={target}
        onChange={onTarget}
        isAvailable={to => to === source || canTranslate(pairs, source, to)}
        isDisabled={isDisabled}
      />
    </div>
  )
}
