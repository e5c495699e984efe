/** The ten tools side by side: two rows where there is room, on phones one row that slides. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, hubTools } from '@filesmith/contract/tools/hub'
import { Tabs } from 'radix-ui'
import { type RefObject, useLayoutEffect } from 'react'
import { ToolDrawing } from './tool-drawings.tsx'

interface ToolRackProps {
  readonly rackRef: RefObject<HTMLDivElement | null>
  readonly activeId: HubToolId
}

export function ToolRack({ rackRef, activeId }: ToolRackProps) {
  useLayoutEffect(() => {
    const rack = rackRef.current
    const tool = rack?.querySelector<HTMLElement>(`[data-tool=${activeId}]`)
    if (!rack || !tool) return
    // Only along the row: the page itself must not move.
    const bringIntoView = () => {
      rack.scrollLeft = tool.offsetLeft - (rack.clientWidth - tool.offsetWidth) / 2
    }
    bringIntoView()
    // A phone that is turned makes one sliding row of the two.
    window.addEventListener('resize', bringIntoView)
    return () => window.removeEventListener('resize', bringIntoView)
  }, [rackRef, activeId])

  return (
    <Tabs.List
      ref={rackRef}
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
          <ToolDrawing tool={tool} />
          {tool.label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}
