/** The differences of a comparison in the order of the pages, as the user goes through them. */
import type { ComparedArea, ComparedPage, PdfComparison } from '@filesmith/contract/pdf/comparison'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'

const { compare: texts } = workbenchMessages

export type ComparisonMode = 'text' | 'appearance'

export interface ComparisonStep {
  readonly id: string
  /** Index of its pair of pages. */
  readonly pair: number
  readonly kind: keyof typeof texts.kinds
  readonly text: string
  /** What is marked on each page. */
  readonly old: readonly ComparedArea[]
  readonly new: readonly ComparedArea[]
}

export function comparisonSteps(comparison: PdfComparison, mode: ComparisonMode): readonly ComparisonStep[] {
  const differences = mode === 'text' ? textSteps(comparison) : appearanceSteps(comparison)
  const pages = comparison.pages.flatMap((page, pair) => pageStep(page, pair))
  return [...pages, ...differences].sort((a, b) => a.pair - b.pair)
}

/** A page that was added, removed or moved as a whole. */
function pageStep(page: ComparedPage, pair: number): ComparisonStep[] {
  const { old, new: after } = page
  const whole = { id: `page ${pair}`, pair, old: [], new: [] }
  if (old === null && after !== null) return [{ ...whole, kind: 'added', text: texts.pageAdded(after.page) }]
  if (after === null && old !== null)
    return [{ ...whole, kind: 'removed', text: texts.pageRemoved(old.page) }]
  if (page.isMoved && old !== null && after !== null)
    return [{ ...whole, kind: 'moved', text: texts.pageMoved(old.page, after.page) }]
  return []
}

function textSteps({ pages, texts: differences }: PdfComparison): ComparisonStep[] {
  const pairOf = (side: 'old' | 'new') =>
    new Map(pages.flatMap((page, index) => (page[side] === null ? [] : [[page[side].page, index]])))
  const pairs = { old: pairOf('old'), new: pairOf('new') }
  return differences.map(({ kind, old, new: after }, index) => {
    const [oldSpots, newSpots] = [old?.spots ?? [], after?.spots ?? []]
    const pair = pairs.new.get(newSpots[0]?.page ?? 0) ?? pairs.old.get(oldSpots[0]?.page ?? 0) ?? 0
    const text = old !== null && after !== null ? texts.changedTo(old.text, after.text) : (after ?? old)?.text
    return {
      id: `text ${index}`,
      pair,
      kind,
      text: text ?? '',
      old: oldSpots.filter(({ page }) => page === pages[pair]?.old?.page),
      new: newSpots.filter(({ page }) => page === pages[pair]?.new?.page),
    }
  })
}

function appearanceSteps({ pages }: PdfComparison): ComparisonStep[] {
  return pages.flatMap((page, pair): ComparisonStep[] =>
    page.areas.length === 0
      ? []
      : [
          {
            id: `appearance ${pair}`,
            pair,
            kind: 'changed',
            text: texts.appearsDifferent(page.changedPercent),
            old: page.areas,
            new: page.areas,
          },
        ],
  )
}

/** What is marked on a page beside the current difference. */
export function marksOn(steps: readonly ComparisonStep[], pair: number, side: 'old' | 'new'): ComparedArea[] {
  return steps.filter(step => step.pair === pair).flatMap(step => step[side])
}
