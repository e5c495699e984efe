/** Page labels such as iv or A-3: every page keeps the label that it has in its source. */
import type { PdfDict } from '../qpdf/pdf-value.ts'
import { readTree, writeNumberTree } from '../qpdf/trees.ts'
import type { Assembly, SourceDocument } from './assembly.ts'

interface LabelRange {
  /** Index of the first page. */
  readonly start: number
  readonly style: PdfDict
  readonly firstNumber: number
}

export function keepPageLabels({ document, sources, pages }: Assembly): string | undefined {
  const ranges = new Map(sources.map(source => [source, readRanges({ document }, source)]))
  if (![...ranges.values()].some(each => each.length > 0)) return undefined
  const entries = new Map<number, PdfDict>()
  let previous: { readonly style: string; readonly number: number } | undefined
  for (const [position, { source, index }] of pages.entries()) {
    const range = source && ranges.get(source)?.findLast(({ start }) => start <= index)
    // A page without a label shows its position.
    const style = range?.style ?? { '/S': '/D' }
    const number = range ? range.firstNumber + index - range.start : position + 1
    const key = JSON.stringify(style)
    if (previous?.style !== key || previous.number + 1 !== number)
      entries.set(position, { ...style, ...(number !== 1 && { '/St': number }) })
    previous = { style: key, number }
  }
  return writeNumberTree(document, entries)
}

function readRanges({ document }: Pick<Assembly, 'document'>, { catalog }: SourceDocument): LabelRange[] {
  return readTree(document, catalog['/PageLabels'], '/Nums')
    .flatMap(([start, value]) => {
      const label = document.dictionary(value)
      if (typeof start !== 'number' || label === undefined) return []
      const { '/S': form, '/P': prefix, '/St': firstNumber } = label
      const style = {
        ...(form !== undefined && { '/S': form }),
        ...(prefix !== undefined && { '/P': prefix }),
      }
      return [{ start, style, firstNumber: typeof firstNumber === 'number' ? firstNumber : 1 }]
    })
    .sort((a, b) => a.start - b.start)
}
