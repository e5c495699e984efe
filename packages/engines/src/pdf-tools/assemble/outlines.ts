/** Bookmarks of all sources, without those of removed pages; with several sources, each below a bookmark with its name. */
import { type PdfDict, type PdfValue, pdfString, referencedNumber, referenceTo } from '../qpdf/pdf-value.ts'
import { keepTargets } from './actions.ts'
import type { Assembly, SourceDocument } from './assembly.ts'
import type { Destinations } from './destinations.ts'

interface Bookmark {
  readonly number: number
  readonly dictionary: PdfDict
  readonly children: readonly Bookmark[]
}

const maxDepth = 200

export function keepOutlines(assembly: Assembly, destinations: Destinations): string | undefined {
  const { document, sources } = assembly
  const [first, ...others] = sources.map(source => ({
    source,
    bookmarks: keepBookmarks(assembly, destinations, source),
  }))
  if (first === undefined) return undefined
  const top =
    others.length === 0
      ? first.bookmarks
      : [first, ...others].map(({ source, bookmarks }) => fileBookmark(assembly, source, bookmarks))
  if (top.length === 0) return undefined
  const root = document.add(null)
  const count = writeSiblings(assembly, top, root)
  document.set(referencedNumber(root) ?? 0, {
    '/Type': '/Outlines',
    ...ends(top),
    '/Count': count,
  })
  return root
}

function keepBookmarks(assembly: Assembly, destinations: Destinations, source: SourceDocument): Bookmark[] {
  const { document, removed } = assembly
  const seen = new Set<number>()
  const root = referencedNumber(source.catalog['/Outlines'])
  if (root !== undefined) removed.add(root)

  const keepLevel = (first: PdfValue | undefined, depth: number): Bookmark[] => {
    const kept: Bookmark[] = []
    let number = referencedNumber(first)
    while (number !== undefined && !seen.has(number) && depth < maxDepth) {
      seen.add(number)
      const item = document.dictionary(referenceTo(number))
      if (item === undefined) break
      const children = keepLevel(item['/First'], depth + 1)
      const dictionary = keepTargets({ document, destinations }, item, source)
      const had = '/Dest' in item || '/A' in item
      const has = '/Dest' in dictionary || '/A' in dictionary
      if (has || (!had && (children.length > 0 || source.isWhole)))
        kept.push({ number, dictionary, children })
      else {
        // The bookmarks below one that is left out move up.
        removed.add(number)
        kept.push(...children)
      }
      number = referencedNumber(item['/Next'])
    }
    return kept
  }
  return keepLevel(document.dictionary(source.catalog['/Outlines'])?.['/First'], 0)
}

function fileBookmark(
  { document, pages }: Assembly,
  source: SourceDocument,
  children: readonly Bookmark[],
): Bookmark {
  const page = pages.find(each => each.source === source)
  const number = referencedNumber(document.add(null)) ?? 0
  const dictionary = {
    '/Title': pdfString(source.name),
    ...(page && { '/Dest': [referenceTo(page.number), '/Fit'] }),
  }
  return { number, dictionary, children }
}

function ends(bookmarks: readonly Bookmark[]): PdfDict {
  const [first, last] = [bookmarks[0], bookmarks.at(-1)]
  return first && last ? { '/First': referenceTo(first.number), '/Last': referenceTo(last.number) } : {}
}

/** Returns how many bookmarks are visible when those are open that were open before. */
function writeSiblings(
  { document }: Pick<Assembly, 'document'>,
  bookmarks: readonly Bookmark[],
  parent: string,
): number {
  let visible = 0
  for (const [index, { number, dictionary, children }] of bookmarks.entries()) {
    const [previous, next] = [bookmarks[index - 1], bookmarks[index + 1]]
    const { '/First': _, '/Last': __, '/Prev': ___, '/Next': ____, '/Count': count, ...item } = dictionary
    const below = writeSiblings({ document }, children, referenceTo(number))
    const isOpen = typeof count === 'number' && count > 0
    document.set(number, {
      ...item,
      '/Parent': parent,
      ...(previous && { '/Prev': referenceTo(previous.number) }),
      ...(next && { '/Next': referenceTo(next.number) }),
      ...ends(children),
      ...(below > 0 && { '/Count': isOpen ? below : -below }),
    })
    visible += 1 + (isOpen ? below : 0)
  }
  return visible
}
