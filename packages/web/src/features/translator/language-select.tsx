/** Language select; unavailable languages are marked but can be selected. */
import { type LanguageId, languageIds, translationLanguages } from '@filesmith/contract/languages'
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import { SelectField } from '../../ui/select-field.tsx'
import { asLanguage } from './language-pair.ts'

interface LanguageSelectProps {
  readonly label: string
  readonly value: LanguageId
  readonly onChange: (language: LanguageId) => void
  /** Whether the server can translate into it; absent for the source language. */
  readonly isAvailable?: (language: LanguageId) => boolean
  readonly isDisabled?: boolean
}

export function LanguageSelect(props: LanguageSelectProps) {
  const { label, value, onChange, isAvailable = () => true, isDisabled = false } = props
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
        label: isAvailable(id)
          ? translationLanguages[id]
          : translateMessages.notReachable(translationLanguages[id]),
      }))}
    />
  )
}
