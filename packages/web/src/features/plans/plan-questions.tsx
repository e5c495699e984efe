/** What people ask before they pay. */
import { planQuestions } from '@filesmith/contract/messages/plans'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { useId } from 'react'
import { Accordion } from '../../ui/accordion.tsx'
import { TextLink } from '../../ui/text-link.tsx'

export function PlanQuestions() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        {planQuestions.heading}
      </h2>
      <Accordion entries={planQuestions.entries(moneyBackDays)} />
      <p className="mt-4 text-ink-muted">
        {planQuestions.more}{' '}
        <TextLink to={paths.contact} className="text-ink">
          {planQuestions.contact}
        </TextLink>
      </p>
    </section>
  )
}
