/** Tabs with optional content at the end of the tab row. */
import { Tabs as RadixTabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { TabPanels, type TabRowProps } from './tab-panels.tsx'

interface TabsProps extends TabRowProps {
  readonly aside?: ReactNode
}

export function Tabs({ label, tabs, value, onChange, aside }: TabsProps) {
  return (
    <RadixTabs.Root value={value} onValueChange={onChange}>
      <div className="flex flex-wrap-reverse items-end justify-between gap-x-2">
        <RadixTabs.List aria-label={label} className="flex min-w-0 gap-1">
          {tabs.map(tab => (
            <RadixTabs.Trigger
              key={tab.id}
              value={tab.id}
              className="relative -mb-px inline-flex min-h-11 items-center gap-2 rounded-t border border-transparent px-2 text-sm font-semibold whitespace-nowrap text-ink-muted transition-colors hover:text-ink data-[state=active]:z-10 data-[state=active]:border-line data-[state=active]:border-b-surface data-[state=active]:bg-surface data-[state=active]:text-ink sm:px-5 forced-colors:data-[state=active]:underline"
            >
              <span className="max-sm:hidden">{tab.icon}</span>
              {tab.label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {aside}
      </div>
      <TabPanels tabs={tabs} value={value} />
    </RadixTabs.Root>
  )
}
