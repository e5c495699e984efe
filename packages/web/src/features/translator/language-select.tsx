/** One of the languages; those that cannot be had are marked, and can be chosen all the same. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/messages/translate'
import { SelectField } from '../../ui/select-field.tsx'
import { asLanguage } from './language-pair.ts'

interface LanguageSelectProps {
  readonly label: string
  readonly value: LanguageId
  readonly onChange: (language: LanguageId) => void
  /** Whether there is a way to it; absent where that is no question. */
  readonly isReachable?: (language: LanguageId) => boolean
  readonly isDisabled?: boolean
}

export function LanguageSelect(props: LanguageSelectProps) {
  const { label, value, onChange, isReachable = () => true, isDisabled = false } = props
  return (
    <SelectField
      label={label}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        const language = asLanguage(currentTarget.value)
        if (language) onChange(language)
      }}
      choices={languageIds.map(id => ({
        value: id,
        label: isReachable(id)
          ? translationLanguages[id]
          : translateMessages.notReachable(translationLanguages[id]),
      }))}
    />
  )
}
