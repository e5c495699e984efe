/** Two documents side by side, and a way through their differences. */
import type { PdfComparison } from '@filesmith/contract/pdf/comparison'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { ChoiceGroup } from '../../../ui/choice-group.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import type { WorkDocument } from '../model/page-workspace.ts'
import type { Source } from '../sources/use-sources.ts'
import { ComparedPage, type ComparedSide } from './compared-page.tsx'
import { type ComparisonMode, type ComparisonStep, comparisonSteps, marksOn } from './comparison-steps.ts'
import { useComparison } from './use-comparison.ts'

const { compare: texts } = workbenchMessages

interface ComparisonViewProps {
  readonly url: string
  /** The old and the new one. */
  readonly documents: readonly Pick<WorkDocument, 'pages'>[]
  readonly sources: ReadonlyMap<string, Source>
  readonly drawing: PageDrawing
}

export function ComparisonView({ url, ...props }: ComparisonViewProps) {
  const { data, isError, refetch } = useComparison(url)
  return (
    <Panel className="@container overflow-hidden">
      <div className="ruler" aria-hidden="true" />
      {isError ? <LoadFailed text={texts.failed} onRetry={() => void refetch()} /> : null}
      {data || isError ? null : (
        <div role="status" className="grid grid-cols-2 gap-3 p-3">
          <span className="sr-only">{texts.loading}</span>
          <Skeleton className="h-80" />
          <Skeleton className="h-80" />
        </div>
      )}
      {data ? <Differences comparison={data} {...props} /> : null}
    </Panel>
  )
}

const steps: Readonly<Record<string, -1 | 1>> = {
  n: 1,
  ArrowRight: 1,
  ArrowDown: 1,
  p: -1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

type DifferencesProps = Omit<ComparisonViewProps, 'url'> & { readonly comparison: PdfComparison }

function Differences({ comparison, documents, sources, drawing }: DifferencesProps) {
  const [mode, setMode] = useState<ComparisonMode>(comparison.texts.length > 0 ? 'text' : 'appearance')
  const [position, setPosition] = useState(0)
  const found = useMemo(() => comparisonSteps(comparison, mode), [comparison, mode])
  const step = found[position]
  const pair = step?.pair ?? 0
  const page = comparison.pages[pair]
  const go = (by: -1 | 1) => setPosition(Math.min(found.length - 1, Math.max(0, position + by)))

  const pagesRef = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another difference is current
  useEffect(() => {
    const area = pagesRef.current
    const mark = area?.querySelector('[data-current]')
    // Not scrollIntoView, which scrolls the page as well.
    if (area && mark)
      area.scrollTop +=
        mark.getBoundingClientRect().top - area.getBoundingClientRect().top - area.clientHeight / 3
  }, [step])

  const handleKey = (event: KeyboardEvent) => {
    const by = steps[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    // Arrow keys choose between radio buttons.
    if (by === undefined || isModified || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    go(by)
  }
  const show = (value: string) => {
    setMode(value === 'appearance' ? 'appearance' : 'text')
    setPosition(0)
  }
  return (
    <section aria-label={texts.view} onKeyDown={handleKey} className="flex flex-col gap-3 p-3">
      {comparison.isSame ? null : <p className="figures text-sm">{summaryOf(comparison)}</p>}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="w-56">
          <ChoiceGroup
            legend={texts.mode}
            choices={Object.entries(texts.modes).map(([value, label]) => ({ value, label }))}
            value={mode}
            onChange={show}
          />
        </div>
        <div className="flex items-center gap-1">
          <ToolButton label={texts.previous} isDisabled={position <= 0} onClick={() => go(-1)}>
            <Icon of={ChevronLeft} />
          </ToolButton>
          <p aria-live="polite" className="figures min-w-20 text-center text-sm">
            {texts.position(found.length === 0 ? 0 : position + 1, found.length)}
            <span className="sr-only">{step && `: ${texts.kinds[step.kind]} ${step.text}`}</span>
          </p>
          <ToolButton label={texts.next} isDisabled={position >= found.length - 1} onClick={() => go(1)}>
            <Icon of={ChevronRight} />
          </ToolButton>
        </div>
      </div>
      {found.length === 0 ? <p className="text-sm font-semibold">{sameText(comparison, mode)}</p> : null}
      {page ? (
        <section
          ref={pagesRef}
          aria-label={texts.pages(page.old?.page, page.new?.page)}
          aria-description={texts.keys}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it, and go through the differences
          tabIndex={0}
          className="grid gap-3 @min-[36rem]:max-h-[75dvh] @min-[36rem]:grid-cols-2 @min-[36rem]:overflow-y-auto"
        >
          {(['old', 'new'] as const).map((side: ComparedSide, index) => {
            const about = page[side]
            const workPage = about === null ? undefined : documents[index]?.pages[about.page - 1]
            return (
              <ComparedPage
                key={`${side} ${about?.page}`}
                side={side}
                about={about}
                page={workPage}
                drawing={drawing}
                isReady={sources.get(workPage?.source ?? '')?.state.phase === 'open'}
                mode={mode}
                marks={marksOn(found, pair, side)}
                current={mode === 'text' ? (step?.[side] ?? []) : []}
              />
            )
          })}
        </section>
      ) : null}
      <StepList steps={found} position={position} comparison={comparison} onChoose={setPosition} />
    </section>
  )
}

function summaryOf({ summary, pages }: PdfComparison): string {
  const changed = pages.filter(({ state, isMoved }) => state !== 'same' || isMoved).length
  return texts.summary({ added: summary.addedWords, removed: summary.removedWords }, changed)
}

function sameText({ isSame }: PdfComparison, mode: ComparisonMode): string {
  if (isSame) return texts.same
  return mode === 'text' ? texts.sameText : texts.sameAppearance
}

const tones = { added: 'success', removed: 'danger', changed: 'warning', moved: 'neutral' } as const
/** More are reached with the buttons and keys. */
const maxListed = 300
const maxTextLength = 160

interface StepListProps {
  readonly steps: readonly ComparisonStep[]
  readonly position: number
  readonly comparison: PdfComparison
  readonly onChoose: (position: number) => void
}

function StepList({ steps: found, position, comparison, onChoose }: StepListProps) {
  const currentRef = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is current
  useEffect(() => {
    const button = currentRef.current
    const list = button?.closest('ol')
    // Not scrollIntoView, which scrolls the page as well.
    if (button && list) list.scrollTop = button.offsetTop - list.clientHeight / 2
  }, [position])
  if (found.length === 0) return null
  const first = Math.max(0, Math.min(position - maxListed / 2, found.length - maxListed))
  const listed = found.slice(first, first + maxListed)
  const hidden = found.length - listed.length
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">{texts.list}</h3>
      <ol className="relative max-h-64 overflow-y-auto rounded border border-line">
        {listed.map((step, index) => {
          const isCurrent = first + index === position
          const { old, new: after } = comparison.pages[step.pair] ?? {}
          return (
            <li key={step.id} className="border-b border-line last:border-b-0">
              <button
                ref={isCurrent ? currentRef : undefined}
                type="button"
                aria-current={isCurrent ? 'true' : undefined}
                onClick={() => onChoose(first + index)}
                className="grid min-h-11 w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-3 py-1.5 text-left text-sm hover:bg-surface-sunken aria-current:bg-surface-sunken aria-current:font-semibold"
              >
                <Badge tone={tones[step.kind]}>{texts.kinds[step.kind]}</Badge>
                <span className="min-w-0">
                  <span className="block truncate">{step.text.slice(0, maxTextLength)}</span>
                  <span className="figures block text-xs font-normal text-ink-muted">
                    {texts.pages(old?.page, after?.page)}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
      {hidden > 0 ? <p className="mt-1 text-xs text-ink-muted">{texts.more(hidden)}</p> : null}
    </div>
  )
}
