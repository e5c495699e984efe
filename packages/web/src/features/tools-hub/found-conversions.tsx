/** What a search of the tools hub means if no tool matches: conversions of formats. Loaded when it is needed. */
import { anyFileTab } from '@filesmith/contract/messages/any-file-tab'
import { hubMessages } from '@filesmith/contract/messages/hub'
import { pairName, pairPath } from '@filesmith/contract/pair-pages'
import { formatsLink, paths } from '@filesmith/contract/routes'
import { searchConversions } from '@filesmith/contract/search-conversions'
import type { ReactNode } from 'react'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'

interface FoundConversionsProps {
  readonly text: string
  /** Below the notice that nothing was found. */
  readonly children: ReactNode
}

export function FoundConversions({ text, children }: FoundConversionsProps) {
  const pairs = searchConversions(text)
  if (pairs.length === 0)
    return (
      <Panel>
        <EmptyNotice title={hubMessages.nothingFound(text)} text={hubMessages.nothingFoundHint}>
          {children}
        </EmptyNotice>
      </Panel>
    )
  return (
    <Panel className="flex flex-col gap-3 p-5">
      <h2 className="text-base">{hubMessages.conversions}</h2>
      <p className="text-ink-muted">{hubMessages.noToolNeeded(text)}</p>
      <ul className="flex flex-wrap gap-x-5">
        {pairs.map(pair => (
          <li key={pairPath(pair)}>
            <TextLink to={pairPath(pair)} className="inline-flex min-h-10 items-center">
              {pairName(pair)}
            </TextLink>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-5">
        <TextLink to={anyFileTab.path} className="inline-flex min-h-10 items-center">
          {hubMessages.anyFile}
        </TextLink>
        <TextLink
          to={`${paths.formats}?search=${encodeURIComponent(text)}`}
          className="inline-flex min-h-10 items-center"
        >
          {formatsLink.label}
        </TextLink>
      </p>
    </Panel>
  )
}
