/** What people ask before they pay. */
import { planQuestions } from '@filesmith/contract/messages/plans'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { QuestionSection } from '../../ui/question-section.tsx'

const { heading, entries, more, contact } = planQuestions

export function PlanQuestions() {
  return (
    <QuestionSection
      heading={heading}
      entries={entries(moneyBackDays)}
      more={{ text: more, label: contact, to: paths.contact }}
    />
  )
}
