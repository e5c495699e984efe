/** The tools hub: a rack of ten tools, a search through it, and the bench of the tool in hand. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, hubTools, type KnownHubTool } from '@filesmith/contract/tools/hub'
import { Tabs } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { ComingSoon } from './coming-soon.tsx'
import { FoundTools } from './found-tools.tsx'
import { PremiumNote } from './premium-note.tsx'
import { ToolRack } from './tool-rack.tsx'
import { ToolSearch } from './tool-search.tsx'

interface ToolsHubProps {
  readonly activeId: HubToolId
  /** What is looked for when the hub opens. */
  readonly initialSearch?: string
  readonly onOpen: (id: HubToolId) => void
  /** What stands on the bench of a tool. */
  readonly panelOf: (tool: KnownHubTool, isActive: boolean) => ReactNode
  readonly recent: ReactNode
}

export function ToolsHub({ activeId, initialSearch = '', onOpen, panelOf, recent }: ToolsHubProps) {
  const [searchText, setSearchText] = useState(initialSearch)
  const isSearching = searchText.trim() !== ''
  // A bench once visited stays as it was left.
  const [visitedIds, setVisitedIds] = useState<readonly string[]>([activeId])
  if (!visitedIds.includes(activeId)) setVisitedIds([...visitedIds, activeId])

  const rackRef = useRef<HTMLDivElement>(null)
  const idToFocus = useRef<HubToolId>(undefined)
  const openFound = (id: HubToolId) => {
    idToFocus.current = id
    setSearchText('')
    onOpen(id)
  }
  // The button that was pressed is gone with its card; the focus goes on at the tool itself.
  useLayoutEffect(() => {
    if (isSearching || idToFocus.current === undefined) return
    rackRef.current?.querySelector<HTMLElement>(`[data-tool=${idToFocus.current}]`)?.focus()
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
          <FoundTools text={searchText.trim()} onOpen={openFound} onClear={() => setSearchText('')} />
        ) : null}
        <Tabs.Root
          value={activeId}
          // Arrows move along the rack; a tool is opened by choosing it, for each one is a step in the browser's history.
          activationMode="manual"
          onValueChange={id => onOpen(id as HubToolId)}
          className={isSearching ? 'hidden' : 'flex flex-col gap-4'}
        >
          <ToolRack rackRef={rackRef} activeId={activeId} />
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
