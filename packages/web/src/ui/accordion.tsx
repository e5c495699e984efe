/** Accordion of questions and answers, with at most one open at a time. */
import { ChevronDown } from 'lucide-react'
import { Accordion as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Panel } from './panel.tsx'

interface AccordionProps {
  readonly entries: readonly {
    readonly id: string
    readonly question: ReactNode
    readonly answer: ReactNode
  }[]
  /** Id of the open entry when controlled by the caller; empty when none is open. */
  readonly openId?: string
  readonly onOpenChange?: (id: string) => void
}

export function Accordion({ entries, openId, onOpenChange }: AccordionProps) {
  return (
    <Radix.Root
      type="single"
      collapsible
      asChild
      {...(openId !== undefined && { value: openId })}
      {...(onOpenChange && { onValueChange: onOpenChange })}
    >
      <Panel className="divide-y divide-line">
        {entries.map(({ id, question, answer }) => (
          <Radix.Item key={id} value={id}>
            <Radix.Header className="text-base">
              <Radix.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 px-4 py-3 text-left sm:px-5">
                <span>{question}</span>
                <Icon
                  of={ChevronDown}
                  className="text-ink-muted transition-transform group-data-[state=open]:rotate-180"
                />
              </Radix.Trigger>
            </Radix.Header>
            {/* Mounted even when closed, so that crawlers can read the answers. */}
            <Radix.Content
              forceMount
              className="fade-in max-w-prose px-4 pb-5 text-ink-muted data-[state=closed]:hidden sm:px-5"
            >
              {answer}
            </Radix.Content>
          </Radix.Item>
        ))}
      </Panel>
    </Radix.Root>
  )
}
