/** Secondary tabs inside a panel, styled as a segmented control. */
import { Tabs as RadixTabs } from 'radix-ui'
import { TabPanels, type TabRowProps } from './tab-panels.tsx'

export function InnerTabs({ label, tabs, value, onChange }: TabRowProps) {
  return (
    <RadixTabs.Root value={value} onValueChange={onChange} className="@container flex flex-col gap-4">
      <RadixTabs.List
        aria-label={label}
        className="grid grid-cols-2 gap-1 rounded border border-line bg-surface-sunken p-1 @min-[20rem]:flex @min-[30rem]:w-fit"
      >
        {tabs.map(tab => (
          <RadixTabs.Trigger
            key={tab.id}
            value={tab.id}
            disabled={tab.isDisabled}
            className="inline-flex min-h-10 grow items-center justify-center gap-2 rounded border border-transparent px-2 text-sm font-semibold text-ink-muted transition-colors hover:text-ink disabled:opacity-55 disabled:hover:text-ink-muted data-[state=active]:border-line-strong data-[state=active]:bg-surface data-[state=active]:text-ink @min-[30rem]:px-4 forced-colors:data-[state=active]:underline"
          >
            <span className="hidden @min-[30rem]:inline">{tab.icon}</span>
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      <TabPanels tabs={tabs} value={value} className="outline-none" />
    </RadixTabs.Root>
  )
}
