/** Destinations of links and bookmarks: pages that remain, under names that only one source uses. */
import {
  isDictionary,
  isName,
  isPdfString,
  type PdfValue,
  referencedNumber,
  referenceTo,
} from '../qpdf/pdf-value.ts'
import { readTree } from '../qpdf/trees.ts'
import { type Assembly, type SourceDocument, unusedKey } from './assembly.ts'

export interface Destinations {
  /** The destination as it is written, or undefined where its page was removed. */
  keep(value: PdfValue | undefined, source: SourceDocument): PdfValue | undefined
  /** The page that it shows. */
  pageOf(value: PdfValue | undefined, source: SourceDocument): number | undefined
  readonly names: ReadonlyMap<string, PdfValue>
}

export function readDestinations({ document, sources, pages }: Omit<Assembly, 'notes'>): Destinations {
  const placed = new Set(pages.map(({ number }) => number))
  const names = new Map<string, PdfValue>()
  const namesOf = new Map(
    sources.map(source => [source, new Map<string, { name: string; value: PdfValue }>()]),
  )

  const keepExplicit = (value: PdfValue | undefined, source: SourceDocument): PdfValue | undefined => {
    const [page, ...view] = document.array(value)
    const number = typeof page === 'number' ? source.pages[page]?.number : referencedNumber(page)
    if (number === undefined || !placed.has(number)) return undefined
    return typeof page === 'number' ? [referenceTo(number), ...view] : value
  }

  for (const [source, kept] of namesOf)
    for (const [key, value] of namedDestinations({ document }, source)) {
      const found = document.resolve(value)
      const explicit = keepExplicit(isDictionary(found) ? found['/D'] : value, source)
      if (explicit === undefined || kept.has(key)) continue
      const name = unusedKey(names, isName(key) ? `u:${key.slice(1)}` : key)
      names.set(name, explicit)
      kept.set(key, { name, value: explicit })
    }

  const named = (key: string, source: SourceDocument) => {
    const kept = namesOf.get(source)
    return kept?.get(key) ?? kept?.get(key.startsWith('/') ? `u:${key.slice(1)}` : `/${key.slice(2)}`)
  }

  return {
    names,
    keep(value, source) {
      const found = document.resolve(value)
      if (isName(found) || isPdfString(found)) {
        const kept = named(found, source)?.name
        return kept === found ? value : kept
      }
      return keepExplicit(value, source)
    },
    pageOf(value, source) {
      const found = document.resolve(value)
      const isNamed = isName(found) || isPdfString(found)
      const explicit = isNamed ? named(found, source)?.value : keepExplicit(value, source)
      return referencedNumber(document.array(explicit)[0])
    },
  }
}

/** By string, and by name as in PDF 1.1. */
function* namedDestinations(
  { document }: Pick<Assembly, 'document'>,
  { catalog }: SourceDocument,
): Generator<[string, PdfValue]> {
  const tree = document.dictionary(catalog['/Names'])?.['/Dests']
  for (const [key, value] of readTree(document, tree, '/Names'))
    if (typeof key === 'string') yield [key, value]
  yield* Object.entries(document.dictionary(catalog['/Dests']) ?? {})
}
