/** /formats: all formats that can be read and written, by kind, with a search and links to the pages of pairs. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { fileKinds } from '@filesmith/contract/formats'
import { formatsMessages } from '@filesmith/contract/messages/formats'
import { kindNames } from '@filesmith/contract/messages/kinds'
import {
  type FormatList,
  formatListSchema,
  type ListedFormat,
  type ListedPair,
} from '@filesmith/contract/schemas/format-list'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUnavailableOperations } from '../../lib/use-unavailable-operations.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice-group.tsx'
import { EmptyNotice } from '../../ui/empty-notice.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UnavailableNotice } from '../../ui/unavailable-notice.tsx'
import { FormatRow } from './format-row.tsx'

export function Formats() {
  const { data, isError, refetch } = useQuery({
    queryKey: [apiPaths.formats],
    select: formatListSchema.parse,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div className="flex flex-col gap-8">
      <header>
        <h1 className="text-2xl">{formatsMessages.heading}</h1>
        {data ? (
          <p className="mt-3 max-w-prose text-base text-ink-muted">
            {formatsMessages.lead(data.inputs.length, data.outputs.length, data.pairs.length)}
          </p>
        ) : null}
      </header>
      {data ? (
        <FormatSearch list={data} />
      ) : isError ? (
        <LoadFailed text={formatsMessages.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Loading() {
  return (
    <div>
      <p role="status" className="sr-only">
        {formatsMessages.loading}
      </p>
      <Skeleton className="mb-6 h-12 w-full" />
      <Skeleton className="h-92 w-full" />
    </div>
  )
}

function FormatSearch({ list }: { readonly list: FormatList }) {
  const [search] = useSearchParams()
  const [text, setText] = useState(search.get('search') ?? '')
  const [filter, setFilter] = useState<FormatFilter>('all')
  const found = useMemo(() => searchFormats(list, text, filter), [list, text, filter])
  const asked = useMemo(() => findAskedPair(list, text), [list, text])
  const shown = asked ? [asked.from, asked.to] : found
  return (
    <>
      <div className="flex flex-col gap-4">
        <SearchField
          label={formatsMessages.search}
          clearLabel={formatsMessages.clearSearch}
          text={text}
          onChange={setText}
          onSubmit={() => undefined}
        />
        <div className="max-w-lg">
          <ChoiceGroup
            legend={formatsMessages.filter}
            choices={formatFilters.map(value => ({ value, label: formatsMessages.filters[value] }))}
            value={filter}
            onChange={value => setFilter(formatFilters.find(each => each === value) ?? 'all')}
          />
        </div>
        <p role="status" className="figures text-xs text-ink-muted">
          {formatsMessages.found(shown.length)}
        </p>
      </div>
      <MissingEngines list={list} />
      {asked ? <PairAnswer asked={asked} /> : null}
      {shown.length === 0 ? (
        <EmptyNotice
          isAnswer
          title={formatsMessages.nothingFound(text)}
          text={formatsMessages.nothingFoundHint}
        >
          <Button onClick={() => setText('')}>{formatsMessages.clearSearch}</Button>
        </EmptyNotice>
      ) : null}
      {fileKinds.map(kind => (
        <KindSection
          key={kind}
          kind={kind}
          formats={shown.filter(format => format.kind === kind)}
          list={list}
        />
      ))}
    </>
  )
}

/** Reasons why something is missing on this server. */
function MissingEngines({ list }: { readonly list: FormatList }) {
  const unavailable = useUnavailableOperations()
  const used = new Set(list.pairs.map(({ operation }) => operation))
  const reasons = [...new Set([...unavailable].flatMap(([id, reason]) => (used.has(id) ? [reason] : [])))]
  if (reasons.length === 0) return null
  return <UnavailableNotice reason={`${formatsMessages.missing} ${reasons.join(' ')}`} />
}

function PairAnswer({ asked }: { readonly asked: NonNullable<ReturnType<typeof findAskedPair>> }) {
  const { from, to, pair } = asked
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3 p-4">
      <p className="font-semibold">
        {pair
          ? formatsMessages.pairFound(from.label, to.label)
          : formatsMessages.pairMissing(from.label, to.label)}
      </p>
      {pair?.page ? (
        <LinkButton to={pair.page} variant="solid">
          {formatsMessages.open}
        </LinkButton>
      ) : null}
    </Panel>
  )
}

interface KindSectionProps {
  readonly kind: ListedFormat['kind']
  readonly formats: readonly ListedFormat[]
  readonly list: FormatList
}

function KindSection({ kind, formats, list }: KindSectionProps) {
  if (formats.length === 0) return null
  return (
    <section aria-labelledby={`kind-${kind}`}>
      <h2 id={`kind-${kind}`} className="mb-3 flex items-center gap-2 text-lg">
        <KindIcon kind={kind} /> {kindNames[kind]}
      </h2>
      <Panel>
        <ul>
          {formats.map(format => (
            <FormatRow key={format.id} format={format} list={list} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

/** Searches formats by name or extension, and pairs such as "docx to pdf". */
const formatFilters = ['all', 'from', 'to'] as const
type FormatFilter = (typeof formatFilters)[number]

export function searchFormats({ formats }: FormatList, text: string, filter: FormatFilter): ListedFormat[] {
  const word = normalize(text)
  return formats
    .filter(({ isInput, isOutput }) => (filter === 'from' ? isInput : filter === 'to' ? isOutput : true))
    .filter(format => namesOf(format).some(name => name.includes(word)))
}

type FoundPair =
  | { readonly from: ListedFormat; readonly to: ListedFormat; readonly pair: ListedPair | undefined }
  | undefined

/** The pair that a text such as "heic to jpg" asks for. */
export function findAskedPair({ formats, pairs }: FormatList, text: string): FoundPair {
  const words = text.trim().split(/\s+/)
  const between = words.findIndex((word, index) => index > 0 && /^(?:to|in|as|into|->|→|2)$/i.test(word))
  const isPair = between > 0 && between < words.length - 1
  const [first, second] = isPair
    ? [words.slice(0, between).join(' '), words.slice(between + 1).join(' ')]
    : []
  const from = formatNamed(formats, first)
  const to = formatNamed(formats, second)
  if (!from || !to) return undefined
  return { from, to, pair: pairs.find(pair => pair.from === from.id && pair.to === to.id) }
}

function formatNamed(formats: readonly ListedFormat[], name = ''): ListedFormat | undefined {
  const word = normalize(name)
  return formats.find(format => format.id === word) ?? formats.find(format => namesOf(format).includes(word))
}

function namesOf({ id, label, extensions }: ListedFormat): string[] {
  return [id, label.toLowerCase(), ...extensions]
}

function normalize(text: string): string {
  return text.trim().toLowerCase().replace(/^\./, '')
}
