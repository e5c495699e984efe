/** Row of a format: its extensions, and on request what it becomes and what it is made from. */
import { formatsMessages } from '@filesmith/contract/messages/formats'
import type { FormatList, ListedFormat, ListedPair } from '@filesmith/contract/schemas/format-list'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatLabel } from '../../lib/format-label.ts'
import { Icon } from '../../ui/icon.tsx'
import { TextLink } from '../../ui/text-link.tsx'

interface FormatRowProps {
  readonly format: ListedFormat
  readonly list: FormatList
}

export function FormatRow({ format, list }: FormatRowProps) {
  const { label, extensions, isInput, isOutput } = format
  // The pairs are rendered on first opening: there are thousands.
  const [isOpened, setIsOpened] = useState(false)
  return (
    <li className="border-b border-line last:border-b-0">
      <details
        className="group/row"
        onToggle={({ currentTarget }) => currentTarget.open && setIsOpened(true)}
      >
        <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 px-4 py-2 hover:bg-surface-sunken">
          <Icon
            of={ChevronRight}
            sizePx={16}
            className="text-ink-muted transition-transform group-open/row:rotate-90"
          />
          <span className="font-semibold">{label}</span>
          <span className="figures text-xs text-ink-muted">{formatsMessages.extensions(extensions)}</span>
          {isInput && isOutput ? null : (
            <span className="ml-auto text-xs text-ink-muted">
              {isInput ? formatsMessages.onlyRead : formatsMessages.onlyWritten}
            </span>
          )}
        </summary>
        {isOpened ? <FormatPairs format={format} list={list} /> : null}
      </details>
    </li>
  )
}

function FormatPairs({ format: { id, label }, list: { pairs } }: FormatRowProps) {
  return (
    <div className="flex flex-col gap-4 px-4 pt-1 pb-4 sm:pl-11">
      <PairNames
        heading={formatsMessages.becomes(label)}
        pairs={pairs.filter(({ from }) => from === id)}
        nameOf={({ to }) => to}
      />
      <PairNames
        heading={formatsMessages.madeFrom(label)}
        pairs={pairs.filter(({ to }) => to === id)}
        nameOf={({ from }) => from}
      />
    </div>
  )
}

interface PairNamesProps {
  readonly heading: string
  readonly pairs: readonly ListedPair[]
  readonly nameOf: (pair: ListedPair) => string
}

/** Names of formats, with a link where the pair has a page. */
function PairNames({ heading, pairs, nameOf }: PairNamesProps) {
  if (pairs.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{heading}</h3>
      <ul aria-label={heading} className="flex flex-wrap gap-x-4">
        {pairs.map(pair => (
          <li key={nameOf(pair)} className="inline-flex min-h-9 items-center">
            {pair.page ? (
              <TextLink to={pair.page} className="inline-flex min-h-9 items-center">
                {formatLabel(nameOf(pair))}
              </TextLink>
            ) : (
              <span className="text-ink-muted">{formatLabel(nameOf(pair))}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
