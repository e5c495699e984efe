/** Tab list of the ten tools: two rows, or one scrolling row on small screens. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, hubTools } from '@filesmith/contract/tools/hub'
import { Tabs } from 'radix-ui'
import { type RefObject, useLayoutEffect } from 'react'
import { ToolIcon } from './tool-icon.tsx'

interface ToolTabListProps {
  readonly tabListRef: RefObject<HTMLDivElement | null>
  readonly activeId: HubToolId
}

export function ToolTabList({ tabListRef, activeId }: ToolTabListProps) {
  useLayoutEffect(() => {
    const tabList = tabListRef.current
    const tool = tabList?.querySelector<HTMLElement>(`[data-tool=${activeId}]`)
    if (!tabList || !tool) return
    // Scrolls the list only, not the page.
    const scrollIntoCenter = () => {
      tabList.scrollLeft = tool.offsetLeft - (tabList.clientWidth - tool.offsetWidth) / 2
    }
    scrollIntoCenter()
    // Rotating a phone switches between the two layouts.
    window.addEventListener('resize', scrollIntoCenter)
    return () => window.removeEventListener('resize', scrollIntoCenter)
  }, [tabListRef, activeId])

  return (
    <Tabs.List
      ref={tabListRef}
      aria-label={hubMessages.tabsLabel}
      className="relative flex gap-px overflow-x-auto border-y border-line bg-line max-sm:-mx-4 sm:grid sm:grid-cols-5 sm:overflow-hidden sm:rounded sm:border"
    >
      {hubTools.map(tool => (
        <Tabs.Trigger
          key={tool.id}
          value={tool.id}
          data-tool={tool.id}
          className="relative flex min-h-13 shrink-0 items-center gap-2.5 bg-surface-sunken px-4 text-sm font-semibold text-ink-muted transition-colors -outline-offset-2 after:absolute after:inset-x-0 after:bottom-0 after:h-0.75 hover:bg-surface hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:after:bg-accent sm:min-h-19 sm:flex-col sm:justify-center sm:gap-1.5 sm:px-1 sm:py-3 sm:text-xs lg:text-sm forced-colors:data-[state=active]:underline"
        >
          <ToolIcon tool={tool} />
          {tool.label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
