/** Pages of single conversions such as /convert/heic-to-jpg, for the pairs that are wanted most. */
import { operationsFor, outputsFrom } from './conversions.ts'
import { type FormatId, formatIds, formats } from './formats.ts'
import { mostWanted } from './most-wanted.ts'
import { productName } from './product-name.ts'
import { type PageTexts, paths } from './routes.ts'

export interface FormatPair {
  readonly from: FormatId
  readonly to: FormatId
}

const separator = '-to-'

export function pairName({ from, to }: FormatPair): string {
  return `${formats[from].label} to ${formats[to].label}`
}

export function pairPath({ from, to }: FormatPair): string {
  return `${paths.pairs}/${from}${separator}${to}`
}

/** The pairs with pages that start at a format. */
export function pairsFrom(from: FormatId): FormatPair[] {
  // What is not recognized has no page.
  if (from === 'other') return []
  return mostWanted(from, outputsFrom(from)).map(to => ({ from, to }))
}

export function hasPairPage({ from, to }: FormatPair): boolean {
  return pairsFrom(from).some(pair => pair.to === to)
}

/** Undefined for a path without a page. */
export function pairAt(path: string): FormatPair | undefined {
  const slug = path.startsWith(`${paths.pairs}/`) ? path.slice(paths.pairs.length + 1) : ''
  const [first = '', second = '', ...rest] = slug.split(separator)
  const from = formatIds.find(id => id === first)
  const to = formatIds.find(id => id === second)
  if (from === undefined || to === undefined || rest.length > 0) return undefined
  return hasPairPage({ from, to }) ? { from, to } : undefined
}

export function pairPage(pair: FormatPair): PageTexts {
  const [from, to] = [formats[pair.from].label, formats[pair.to].label]
  return {
    title: `${from} to ${to} Converter | ${productName}`,
    description: `Convert ${from} files to ${to}, one or many at once. See what is kept and what is lost, and the size limits, before you start.`,
    keywords: [`${from} to ${to}`, `convert ${from}`, `${to} converter`],
    canonical: pairPath(pair),
  }
}

/** All pages of pairs, in the order of the formats. */
export function pairPaths(): string[] {
  return formatIds.flatMap(from => pairsFrom(from).map(pairPath))
}

interface RelatedPairs {
  readonly reverse: FormatPair | undefined
  /** From the same format. */
  readonly others: readonly FormatPair[]
  /** To the same format, from formats of the same kind. */
  readonly sources: readonly FormatPair[]
}

const maxRelated = 8

export function relatedPairs({ from, to }: FormatPair): RelatedPairs {
  const reverse = { from: to, to: from }
  const sources = formatIds
    .filter(id => id !== from && formats[id].kind === formats[from].kind && operationsFor(id, to).length > 0)
    .map(id => ({ from: id, to }))
    .filter(hasPairPage)
  return {
    reverse: hasPairPage(reverse) ? reverse : undefined,
    others: pairsFrom(from).filter(pair => pair.to !== to),
    sources: sources.slice(0, maxRelated),
  }
}
