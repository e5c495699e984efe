/** Tabs like the dividers of a filing box, with room for a link at the end of the row. Panels stay mounted. */
import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'

interface Tab {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly content: ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (id: string) => void
  readonly aside?: ReactNode
}

export function Tabs({ label, tabs, value, onChange, aside }: TabsProps) {
  return (
    <RadixTabs.Root value={value} onValueChange={onChange}>
      <div className="flex items-end justify-between gap-2">
        <RadixTabs.List aria-label={label} className="flex min-w-0 gap-1">
          {tabs.map(tab => (
            <RadixTabs.Trigger
              key={tab.id}
              value={tab.id}
              className="relative -mb-px inline-flex min-h-11 items-center gap-2 rounded-t border border-transparent px-3 text-sm font-semibold text-ink-muted transition-colors hover:text-ink data-[state=active]:z-10 data-[state=active]:border-line data-[state=active]:border-b-surface data-[state=active]:bg-surface data-[state=active]:text-ink sm:px-5 forced-colors:data-[state=active]:underline"
            >
              <span className="max-sm:hidden">{tab.icon}</span>
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {aside}
      </div>
      {tabs.map(tab => (
        <RadixTabs.Content
          key={tab.id}
          value={tab.id}
          forceMount
          tabIndex={-1}
          className="data-[state=inactive]:hidden"
        >
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
