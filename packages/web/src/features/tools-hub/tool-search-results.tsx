/** Search results of the tools hub. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { type HubToolId, type KnownHubTool, searchHubTools } from '@filesmith/contract/tools/hub'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ToolIcon } from './tool-icon.tsx'

interface ToolSearchResultsProps {
  readonly text: string
  readonly onOpen: (id: HubToolId) => void
  readonly onClear: () => void
}

export function ToolSearchResults({ text, onOpen, onClear }: ToolSearchResultsProps) {
  const found = searchHubTools(text)
  return (
    <section aria-label={hubMessages.results} className="fade-in">
      <p role="status" className={found.length === 0 ? 'sr-only' : 'mb-3 text-ink-muted'}>
        {found.length === 0 ? hubMessages.nothingFound(text) : hubMessages.found(found.length)}
      </p>
      {found.length === 0 ? (
        <Panel>
          <EmptyNotice title={hubMessages.nothingFound(text)} text={hubMessages.nothingFoundHint}>
            <Button onClick={onClear}>{hubMessages.showAll}</Button>
          </EmptyNotice>
        </Panel>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map(tool => (
            <ToolSearchResult key={tool.id} tool={tool} onOpen={() => onOpen(tool.id)} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface ToolSearchResultProps {
  readonly tool: KnownHubTool
  readonly onOpen: () => void
}

function ToolSearchResult({ tool, onOpen }: ToolSearchResultProps) {
  const headingId = useId()
  return (
    <li className="flex">
      <Panel className="flex grow flex-col gap-2 p-5">
        <h2 id={headingId} className="flex items-center gap-2.5 text-base">
          <ToolIcon tool={tool} />
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
