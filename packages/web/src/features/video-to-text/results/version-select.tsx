/** Selects the displayed version: the spoken language or a translation. */
import { videoTextMessages } from '@filesmith/contract/messages/video-text'
import { SelectField } from '../../../ui/select-field.tsx'
import { languageName } from '../language-name.ts'
import type { Versions } from './use-versions.ts'

const { done: texts } = videoTextMessages

interface VersionSelectProps {
  readonly spokenLanguage: string
  readonly versions: Versions
}

export function VersionSelect({ spokenLanguage, versions }: VersionSelectProps) {
  const { translations, shownId, show } = versions
  return (
    <SelectField
      label={texts.shown}
      value={shownId}
      onChange={({ currentTarget }) =>
        show(translations.find(({ language }) => language === currentTarget.value)?.language ?? 'spoken')
      }
      choices={[
        { value: 'spoken', label: texts.spoken(languageName(spokenLanguage)) },
        ...translations.map(({ language }) => ({
          value: language,
          label: texts.translated(languageName(language)),
        })),
      ]}
    />
  )
}
