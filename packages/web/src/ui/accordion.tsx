/** Questions with their answers behind them; one is open at a time, and the open one can be closed. */
import { ChevronDown } from 'lucide-react'
import { Accordion as RadixAccordion } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Panel } from './panel.tsx'

export interface AccordionEntry {
  readonly id: string
  readonly question: ReactNode
  readonly answer: ReactNode
}

interface AccordionProps {
  readonly entries: readonly AccordionEntry[]
}

export function Accordion({ entries }: AccordionProps) {
  return (
    <RadixAccordion.Root type="single" collapsible asChild>
      <Panel className="divide-y divide-line">
        {entries.map(({ id, question, answer }) => (
          <RadixAccordion.Item key={id} value={id}>
            <RadixAccordion.Header className="text-base">
              <RadixAccordion.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 px-4 py-3 text-left sm:px-5">
                <span>{question}</span>
                <Icon
                  of={ChevronDown}
                  className="text-ink-muted transition-transform group-data-[state=open]:rotate-180"
                />
              </RadixAccordion.Trigger>
            </RadixAccordion.Header>
            <RadixAccordion.Content
              forceMount
              className="fade-in max-w-prose px-4 pb-5 text-ink-muted data-[state=closed]:hidden sm:px-5"
            >
              {answer}
            </RadixAccordion.Content>
          </RadixAccordion.Item>
        ))}
      </Panel>
    </RadixAccordion.Root>
  )
}
