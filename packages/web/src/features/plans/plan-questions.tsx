/** What people ask before they pay; one answer is open at a time. */
import { planQuestions } from '@filesmith/contract/messages/plans'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { ChevronDown } from 'lucide-react'
import { Accordion } from 'radix-ui'
import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'

export function PlanQuestions() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        {planQuestions.heading}
      </h2>
      <Accordion.Root type="single" collapsible asChild>
        <Panel className="divide-y divide-line">
          {planQuestions.entries(moneyBackDays).map(({ id, question, answer }) => (
            <Accordion.Item key={id} value={id}>
              <Accordion.Header className="text-base">
                <Accordion.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 px-4 py-3 text-left sm:px-5">
                  {question}
                  <Icon
                    of={ChevronDown}
                    className="text-ink-muted transition-transform group-data-[state=open]:rotate-180"
                  />
                </Accordion.Trigger>
              </Accordion.Header>
              <Accordion.Content
                forceMount
                className="fade-in max-w-prose px-4 pb-5 text-ink-muted data-[state=closed]:hidden sm:px-5"
              >
                {answer}
              </Accordion.Content>
            </Accordion.Item>
          ))}
        </Panel>
      </Accordion.Root>
      <p className="mt-4 text-ink-muted">
        {planQuestions.more}{' '}
        <TextLink to={paths.contact} className="text-ink">
          {planQuestions.contact}
        </TextLink>
      </p>
    </section>
  )
}
