/** Note about how the formatting of a document is preserved. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import { ArrowRight } from 'lucide-react'
import { CheckList } from '../../ui/check-list.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type LanguagePair, namesOf } from './language-pair.ts'

const { formatting } = translateMessages

interface FormattingNoteProps {
  /** Present once a document is selected. */
  readonly languages: LanguagePair | undefined
}

export function FormattingNote({ languages }: FormattingNoteProps) {
  return (
    <Panel role="note" aria-label={formatting.heading} className="flex flex-col gap-4 self-start p-5">
      {languages ? (
        <p className="flex items-start gap-2 border-b border-line pb-4 font-semibold">
          <Icon of={ArrowRight} className="mt-px text-accent-text" />
          {translateMessages.translatingFromTo(...namesOf(languages))}
        </p>
      ) : null}
      <p className="font-heading text-base font-semibold">{formatting.heading}</p>
      <CheckList points={formatting.points} className="flex flex-col" />
    </Panel>
  )
}
