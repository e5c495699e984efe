/** What most people ask; one answer is open at a time. */
import { contactQuestions } from '@filesmith/contract/messages/contact'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { useId } from 'react'
import { Accordion } from '../../ui/accordion.tsx'
import { TextLink } from '../../ui/text-link.tsx'

export function ContactQuestions() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        {contactQuestions.heading}
      </h2>
      <Accordion entries={contactQuestions.entries(moneyBackDays)} />
      <p className="mt-4 text-ink-muted">
        {contactQuestions.more}{' '}
        <TextLink to={paths.help} className="text-ink">
          {contactQuestions.help}
        </TextLink>
      </p>
    </section>
  )
}
