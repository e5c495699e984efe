/** Tools hub: tabs of ten tools, search, and the panel of the active tool. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, hubTools, type KnownHubTool } from '@filesmith/contract/tools/hub'
import { Tabs } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ComingSoon } from './coming-soon.tsx'
import { PremiumNote } from './premium-note.tsx'
import { ToolSearch } from './tool-search.tsx'
import { ToolSearchResults } from './tool-search-results.tsx'
import { ToolTabList } from './tool-tab-list.tsx'

interface ToolsHubProps {
  readonly activeId: HubToolId
  /** Initial search text. */
  readonly initialSearch?: string
  readonly onOpen: (id: HubToolId) => void
  /** Renders the panel of a tool. */
  readonly panelOf: (tool: KnownHubTool, isActive: boolean) => ReactNode
  readonly recent: ReactNode
}

export function ToolsHub({ activeId, initialSearch = '', onOpen, panelOf, recent }: ToolsHubProps) {
  const [searchText, setSearchText] = useState(initialSearch)
  const isSearching = searchText.trim() !== ''
  // Visited panels stay mounted, so that they keep their state.
  const [visitedIds, setVisitedIds] = useState<readonly string[]>([activeId])
  if (!visitedIds.includes(activeId)) setVisitedIds([...visitedIds, activeId])

  const tabListRef = useRef<HTMLDivElement>(null)
  const idToFocus = useRef<HubToolId>(undefined)
  const openFound = (id: HubToolId) => {
    idToFocus.current = id
    setSearchText('')
    onOpen(id)
  }
  // The clicked button is unmounted with the search results: moves the focus to the tab of the tool.
  useLayoutEffect(() => {
    if (isSearching || idToFocus.current === undefined) return
    tabListRef.current?.querySelector<HTMLElement>(`[data-tool=${idToFocus.current}]`)?.focus()
    idToFocus.current = undefined
  }, [isSearching])

  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
          <div className="grow basis-80">
            <h1 className="text-xl">{hubMessages.heading}</h1>
            <p className="mt-2 max-w-prose text-ink-muted">{hubMessages.lead}</p>
          </div>
          <ToolSearch text={searchText} onChange={setSearchText} onOpen={openFound} />
        </div>
        {isSearching ? (
          <ToolSearchResults text={searchText.trim()} onOpen={openFound} onClear={() => setSearchText('')} />
        ) : null}
        <Tabs.Root
          value={activeId}
          // Arrow keys move the focus only: opening a tool adds a history entry.
          activationMode="manual"
          onValueChange={id => onOpen(id as HubToolId)}
          className={isSearching ? 'hidden' : 'flex flex-col gap-4'}
        >
          <ToolTabList tabListRef={tabListRef} activeId={activeId} />
          {hubTools.map(tool => (
            <Tabs.Content
              key={tool.id}
              value={tool.id}
              forceMount
              tabIndex={-1}
              className="outline-none data-[state=inactive]:hidden"
            >
              {visitedIds.includes(tool.id) ? panelOf(tool, tool.id === activeId && !isSearching) : null}
            </Tabs.Content>
          ))}
          <PremiumNote />
        </Tabs.Root>
      </div>
      {recent}
      <ComingSoon />
    </div>
  )
}
