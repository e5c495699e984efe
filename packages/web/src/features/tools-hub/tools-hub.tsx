/** Tools hub: tabs of the tools, search, and the panel of the active tool. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { paths } from '@filesmith/contract/routes'
import { comingSoon, type HubToolId, hubTools, type KnownHubTool } from '@filesmith/contract/tools/hub'
import { searchHubTools } from '@filesmith/contract/tools/search-hub-tools'
import type { LucideIcon } from 'lucide-react'
import { Tabs } from 'radix-ui'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePlanOnceKnown } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { kindColor } from '../../ui/kind-icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const FoundConversions = lazy(async () => ({
  default: (await import('./found-conversions.tsx')).FoundConversions,
}))

type IconOf = (id: HubToolId) => LucideIcon

interface ToolsHubProps {
  readonly activeId: HubToolId
  /** Initial search text. */
  readonly initialSearch?: string
  readonly onOpen: (id: HubToolId) => void
  readonly iconOf: IconOf
  /** Renders the panel of a tool. */
  readonly panelOf: (tool: KnownHubTool, isActive: boolean) => ReactNode
  readonly recent: ReactNode
}

export function ToolsHub({ activeId, initialSearch = '', onOpen, iconOf, panelOf, recent }: ToolsHubProps) {
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
      <div className="flex flex-col gap-6 short:gap-3">
        <div className="flex flex-wrap items-end short:items-center justify-between gap-x-8 gap-y-5">
          <div className="grow basis-80">
            <h1 className="text-xl short:text-lg">{hubMessages.heading}</h1>
            <p className="mt-2 max-w-prose text-ink-muted short:sr-only">{hubMessages.lead}</p>
          </div>
          <ToolSearch text={searchText} onChange={setSearchText} onOpen={openFound} />
        </div>
        {isSearching ? (
          <ToolSearchResults
            text={searchText.trim()}
            iconOf={iconOf}
            onOpen={openFound}
            onClear={() => setSearchText('')}
          />
        ) : null}
        <Tabs.Root
          value={activeId}
          // Arrow keys move the focus only: opening a tool adds a history entry.
          activationMode="manual"
          onValueChange={id => onOpen(id as HubToolId)}
          className={isSearching ? 'hidden' : 'flex flex-col gap-4'}
        >
          <ToolTabList tabListRef={tabListRef} iconOf={iconOf} />
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

/** Upgrade hint for users below Pro. */
function PremiumNote() {
  const plan = usePlanOnceKnown()
  if (plan === 'pro' || plan === 'private') return null
  return (
    <p className={cx('text-xs text-ink-muted', plan === undefined && 'invisible')}>
      {hubMessages.premium}{' '}
      <TextLink to={paths.plans} className="whitespace-nowrap">
        {hubMessages.seePlans}
      </TextLink>
    </p>
  )
}

/** List of planned tools. */
function ComingSoon() {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-lg">
        {hubMessages.comingSoonHeading}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {comingSoon.map(label => (
          <li
            key={label}
            className="flex items-baseline justify-between gap-3 rounded border border-dashed border-line-strong px-4 py-3 sm:flex-col sm:justify-start sm:gap-0.5"
          >
            <span className="font-semibold">{label}</span>
            <span className="text-xs text-ink-muted">{hubMessages.comingSoon}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ToolSearchProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onOpen: (id: HubToolId) => void
}

/** Search field for tools; Enter opens the first match. */
function ToolSearch({ text, onChange, onOpen }: ToolSearchProps) {
  const openFirst = () => {
    const [first] = text.trim() === '' ? [] : searchHubTools(text)
    if (first) onOpen(first.id)
  }
  return (
    <SearchField
      label={hubMessages.search}
      clearLabel={hubMessages.clearSearch}
      text={text}
      onChange={onChange}
      onSubmit={openFirst}
      className="w-full sm:w-72"
    />
  )
}

interface ToolTabListProps {
  readonly tabListRef: RefObject<HTMLDivElement | null>
  readonly iconOf: IconOf
}

/** Tab list of the tools: rows of equal cells, so that all of them are visible on every screen. */
function ToolTabList({ tabListRef, iconOf }: ToolTabListProps) {
  return (
    <Tabs.List
      ref={tabListRef}
      aria-label={hubMessages.tabsLabel}
      className="grid grid-cols-4 overflow-hidden border-y border-line bg-surface-sunken max-sm:-mx-4 sm:grid-cols-6 sm:rounded sm:border"
    >
      {hubTools.map(tool => (
        <Tabs.Trigger
          key={tool.id}
          value={tool.id}
          data-tool={tool.id}
          className="relative -mt-px -ml-px flex min-h-17 flex-col items-center justify-center gap-1 border-t border-l border-line bg-surface-sunken px-1 py-2 text-center text-xs font-semibold text-ink-muted transition-colors -outline-offset-2 after:absolute after:inset-x-0 after:bottom-0 after:h-0.75 hover:bg-surface hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:after:bg-accent sm:min-h-19 sm:gap-1.5 sm:py-3 short:min-h-11 short:flex-row short:py-1 short:text-left forced-colors:data-[state=active]:underline"
        >
          <Icon of={iconOf(tool.id)} className={kindColor(tool.kind)} />
          {tool.label}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}

interface ToolSearchResultsProps {
  readonly text: string
  readonly iconOf: IconOf
  readonly onOpen: (id: HubToolId) => void
  readonly onClear: () => void
}

/** Search results of the tools hub. */
function ToolSearchResults({ text, iconOf, onOpen, onClear }: ToolSearchResultsProps) {
  const found = searchHubTools(text)
  return (
    <section aria-label={hubMessages.results} className="fade-in">
      <p role="status" className={found.length === 0 ? 'sr-only' : 'mb-3 text-ink-muted'}>
        {found.length === 0 ? hubMessages.nothingFound(text) : hubMessages.found(found.length)}
      </p>
      {found.length === 0 ? (
        <Suspense>
          <FoundConversions text={text}>
            <Button onClick={onClear}>{hubMessages.showAll}</Button>
          </FoundConversions>
        </Suspense>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map(tool => (
            <ToolSearchResult
              key={tool.id}
              tool={tool}
              icon={iconOf(tool.id)}
              onOpen={() => onOpen(tool.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ToolSearchResultProps {
  readonly tool: KnownHubTool
  readonly icon: LucideIcon
  readonly onOpen: () => void
}

function ToolSearchResult({ tool, icon, onOpen }: ToolSearchResultProps) {
  const headingId = useId()
  return (
    <li className="flex">
      <Panel className="flex grow flex-col gap-2 p-5">
        <h2 id={headingId} className="flex items-center gap-2.5 text-base">
          <Icon of={icon} className={kindColor(tool.kind)} />
          {tool.label}
        </h2>
        <p className="grow text-ink-muted">{tool.summary}</p>
        <Button aria-describedby={headingId} className="mt-2 self-start" onClick={onOpen}>
          {hubMessages.openTool}
        </Button>
      </Panel>
    </li>
  )
}
