/** FAQ of the contact page. */
import { contactQuestions } from '@filesmith/contract/messages/contact'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { FaqSection } from '../../ui/faq-section.tsx'

const { heading, entries, more, help } = contactQuestions

export function ContactQuestions() {
  return (
    <FaqSection
      heading={heading}
      entries={entries(moneyBackDays)}
      more={{ text: more, label: help, to: paths.help }}
    />
  )
}
