/** What people ask most. */
import { helpQuestions } from '@filesmith/contract/help/questions'
import { helpMessages } from '@filesmith/contract/messages/help'
import { useId } from 'react'
import { Accordion } from '../../ui/accordion.tsx'

export function HelpQuestions() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        {helpMessages.questionsHeading}
      </h2>
      <Accordion entries={helpQuestions} />
    </section>
  )
}
