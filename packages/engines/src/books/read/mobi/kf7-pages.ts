/** Pages of older Mobipocket books: one HTML text with page breaks, links by position and images by number. */
import { type BookSection, elementsIn } from '../../model/book.ts'
import { cleanBookPage, hasContent } from '../../model/clean-page.ts'
import { resolveAnchors } from '../../model/resolve-anchors.ts'
import { readStyleClasses } from '../style-classes.ts'
import type { ContentsEntry } from './mobi-contents.ts'
import type { MobiHeader } from './mobi-header.ts'

export interface MobiPages {
  readonly sections: readonly BookSection[]
  /** Link of an entry of the contents. */
  readonly linkTo: (entry: ContentsEntry) => string | undefined
}

const pageBreak = /<mbp:pagebreak\b[^<>]*>(?:\s*<\/mbp:pagebreak>)?/gi
const positionLink = /filepos\s*=\s*["']?(\d{1,10})/gi

export function readOldPages(
  header: MobiHeader,
  text: Buffer,
  addImage: (index: number) => string | undefined,
  contents: readonly ContentsEntry[],
): MobiPages {
  // One character for each byte, since positions count bytes.
  const source = text.toString('latin1')
  const linked = [...source.matchAll(positionLink)].map(([, position]) => Number(position))
  const positions = [...new Set([...linked, ...contents.flatMap(({ position }) => position ?? [])])]
    .filter(position => position < source.length)
    .sort((a, b) => a - b)
  const marked = withAnchors(source, positions)
  const decoder = new TextDecoder(header.encoding)
  const emphasis = readStyleClasses([])
  const pages = bodyOf(marked).split(pageBreak)
  const sections = pages
    .map(page =>
      cleanBookPage(decoder.decode(Buffer.from(page, 'latin1')), {
        image: address => (/^\d+$/.test(address) ? addImage(Number(address) - 1) : undefined),
        link: address =>
          address.startsWith('filepos:') ? `anchor:${anchorAt(Number(address.slice(8)))}` : undefined,
        drawing: () => undefined,
        emphasis,
      }),
    )
    .filter(hasContent)
    .map((nodes, index) => ({ id: `section-${index + 1}`, nodes }))
  return {
    sections: resolveAnchors(sections),
    linkTo: ({ position }) => {
      const anchor = anchorAt(position ?? -1)
      const home = sections.find(({ nodes }) =>
        [...elementsIn(nodes)].some(({ attributes }) => attributes.id === anchor),
      )
      return home && `section:${home.id}#${anchor}`
    },
  }
}

function anchorAt(position: number): string {
  return `filepos${position}`
}

/** Positions point before a tag, or into one by mistake of some writers. */
function withAnchors(source: string, positions: readonly number[]): string {
  const parts: string[] = []
  let last = 0
  for (const position of positions) {
    const open = source.lastIndexOf('<', position - 1)
    const isInTag = open >= last && source.indexOf('>', open) >= position && open < position
    const at = Math.max(last, isInTag ? open : position)
    parts.push(source.slice(last, at), `<a id="${anchorAt(position)}"></a>`)
    last = at
  }
  return [...parts, source.slice(last)].join('')
}

function bodyOf(source: string): string {
  const start = /<body\b[^<>]*>/i.exec(source)
  const end = source.toLowerCase().lastIndexOf('</body>')
  const from = start === null ? 0 : start.index + start[0].length
  return source.slice(from, end > from ? end : undefined)
}
