/** FAQ of the plans page. */
import { planQuestions } from '@filesmith/contract/messages/plans'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { FaqSection } from '../../ui/faq-section.tsx'

const { heading, entries, more, contact } = planQuestions

export function PlanQuestions() {
  return (
    <FaqSection
      heading={heading}
      entries={entries(moneyBackDays)}
      more={{ text: more, label: contact, to: paths.contact }}
    />
  )
}
