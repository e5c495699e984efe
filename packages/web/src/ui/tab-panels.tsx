/** Tab panels that mount on first activation and stay mounted, so that they keep their state. */
import { Tabs as RadixTabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

export interface Tab {
  readonly id: string
  readonly label: string
  readonly icon: ReactNode
  readonly content: ReactNode
  readonly isDisabled?: boolean
}

export interface TabRowProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (id: string) => void
}

export function TabPanels({
  tabs,
  value,
  className,
}: Pick<TabRowProps, 'tabs' | 'value'> & { className?: string }) {
  const [openedIds, setOpenedIds] = useState<readonly string[]>([value])
  if (!openedIds.includes(value)) setOpenedIds([...openedIds, value])

  return tabs.map(tab => (
    <RadixTabs.Content
      key={tab.id}
      value={tab.id}
      forceMount
      tabIndex={-1}
      className={cx('data-[state=inactive]:hidden', className)}
    >
      {openedIds.includes(tab.id) ? tab.content : null}
    </RadixTabs.Content>
  ))
}
