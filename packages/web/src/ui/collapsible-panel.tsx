/** Panel whose content collapses below its heading. */
import { ChevronDown } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { Icon } from './icon.tsx'
import { Panel } from './panel.tsx'

interface CollapsiblePanelProps {
  readonly heading: string
  /** Ref to the toggle button, so that callers can move the focus there. */
  readonly headingRef: RefObject<HTMLButtonElement | null>
  readonly children: ReactNode
}

export function CollapsiblePanel({ heading, headingRef, children }: CollapsiblePanelProps) {
  return (
    <Collapsible.Root defaultOpen asChild>
      <Panel>
        <h2 className="text-lg">
          <Collapsible.Trigger
            ref={headingRef}
            className="group flex min-h-14 w-full items-center justify-between gap-4 px-5 text-left"
          >
            {heading}
            <Icon of={ChevronDown} className="transition-transform group-data-[state=open]:rotate-180" />
          </Collapsible.Trigger>
        </h2>
        <Collapsible.Content className="border-t border-line">{children}</Collapsible.Content>
      </Panel>
    </Collapsible.Root>
  )
}
