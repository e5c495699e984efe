/** Pages of newer Kindle books (KF8): skeletons with fragments inserted at positions, as two indexes list them. */
import { cleanBookPage } from '../../model/clean-page.ts'
import { readStyleClasses } from '../style-classes.ts'
import { readIndex } from './index-records.ts'
import type { MobiPages } from './kf7-pages.ts'
import type { ContentsEntry } from './mobi-contents.ts'
import type { MobiHeader } from './mobi-header.ts'
import { damagedBook, type PalmDatabase } from './palm-database.ts'

interface Fragment {
  readonly insertAt: number
  /** Index of its skeleton. */
  readonly page: number
  readonly start: number
  readonly bytes: number
}

interface NewPage {
  readonly content: Buffer
}

const none = 0xffffffff
const positionAddress = /^kindle:pos:fid:([0-9A-V]+):off:([0-9A-V]+)/i
const imageAddress = /^kindle:embed:([0-9A-V]+)/i

export function readNewPages(
  database: PalmDatabase,
  header: MobiHeader,
  whole: Buffer,
  addImage: (index: number) => string | undefined,
  contents: readonly ContentsEntry[],
): MobiPages {
  const flows = readFlows(database, header, whole)
  const [text = whole, ...others] = flows
  const { pages, fragments } = joinPages(database, header, text)
  const targets = collectTargets(pages, fragments)
  const linkTo = ([, fragment = '', offset = '']: RegExpExecArray) =>
    targets.find(Number.parseInt(fragment, 32), Number.parseInt(offset, 32))
  const emphasis = readStyleClasses(others.map(flow => flow.toString()))
  const decoder = new TextDecoder(header.encoding)
  for (const { place: [fragment, offset = 0] = [] } of contents)
    if (fragment !== undefined) targets.find(fragment, offset)
  const anchored = targets.anchoredPages((source, pattern) => [...source.matchAll(pattern)].map(linkTo))
  const sections = anchored.map((page, index) => ({
    id: `section-${index + 1}`,
    nodes: cleanBookPage(decoder.decode(Buffer.from(page, 'latin1')), {
      image: address => {
        const [, number] = imageAddress.exec(address) ?? []
        return number === undefined ? undefined : addImage(Number.parseInt(number, 32) - 1)
      },
      link: address => {
        const found = positionAddress.exec(address)
        return found === null ? undefined : linkTo(found)
      },
      drawing: () => undefined,
      emphasis,
    }),
  }))
  return {
    sections,
    linkTo: ({ place: [fragment, offset = 0] = [] }) =>
      fragment === undefined ? undefined : targets.find(fragment, offset),
  }
}

/** The first flow is the text; the others are style sheets and drawings. */
function readFlows(database: PalmDatabase, { header, start }: MobiHeader, text: Buffer): Buffer[] {
  const [record, count] = [header.readUInt32BE(192), header.readUInt32BE(196)]
  const table = record === none ? Buffer.alloc(0) : database.record(start + record)
  if (table.toString('latin1', 0, 4) !== 'FDST') return [text]
  const flows: Buffer[] = []
  for (let index = 0; index < count && 12 + 8 * index + 8 <= table.length; index++)
    flows.push(text.subarray(table.readUInt32BE(12 + 8 * index), table.readUInt32BE(16 + 8 * index)))
  return flows.length === 0 ? [text] : flows
}

function joinPages(database: PalmDatabase, { header, start }: MobiHeader, text: Buffer) {
  if (header.length < 256) throw damagedBook('no KF8 header')
  const [fragmentRecord, skeletonRecord] = [header.readUInt32BE(248), header.readUInt32BE(252)]
  if (skeletonRecord === none) return { pages: [{ content: text }], fragments: [] }
  const skeletons = readIndex(database, start + skeletonRecord).entries.map(({ tags }) => ({
    count: tags.get(1)?.[0] ?? 0,
    at: tags.get(6)?.[0] ?? 0,
    bytes: tags.get(6)?.[1] ?? 0,
  }))
  const listed = fragmentRecord === none ? [] : readIndex(database, start + fragmentRecord).entries
  const fragments: Fragment[] = []
  const pages: NewPage[] = []
  for (const { count, at, bytes } of skeletons) {
    let position = at + bytes
    let content = text.subarray(at, position)
    for (let index = 0; index < count; index++) {
      const entry = listed[fragments.length]
      if (entry === undefined) break
      const insertAt = Number(entry.label)
      const fragmentBytes = entry.tags.get(6)?.[1] ?? 0
      const inserted = text.subarray(position, position + fragmentBytes)
      const place = Math.max(0, Math.min(content.length, insertAt - at))
      content = Buffer.concat([content.subarray(0, place), inserted, content.subarray(place)])
      fragments.push({ insertAt, page: pages.length, start: at, bytes: fragmentBytes })
      position += fragmentBytes
    }
    pages.push({ content })
  }
  return { pages, fragments }
}

/** Finds links by fragment and offset, and gives the places they lead to an anchor. */
function collectTargets(pages: readonly NewPage[], fragments: readonly Fragment[]) {
  const used = new Map<number, Set<number>>()
  function find(fragmentIndex: number, offset: number): string | undefined {
    const fragment = fragments[fragmentIndex]
    if (fragment === undefined) return undefined
    const position = fragment.insertAt - fragment.start + offset
    const positions = used.get(fragment.page) ?? new Set()
    used.set(fragment.page, positions.add(position))
    return `section:section-${fragment.page + 1}#position${position}`
  }
  return {
    find,
    anchoredPages(visit: (source: string, pattern: RegExp) => unknown): string[] {
      const sources = pages.map(({ content }) => content.toString('latin1'))
      for (const source of sources) visit(source, /kindle:pos:fid:([0-9A-V]+):off:([0-9A-V]+)/gi)
      return sources.map((source, page) => withPositions(source, used.get(page) ?? new Set()))
    },
  }
}

/** Before the tag that a position is in or before. */
function withPositions(source: string, positions: ReadonlySet<number>): string {
  const parts: string[] = []
  let last = 0
  for (const position of [...positions].sort((a, b) => a - b)) {
    const next = source.indexOf('<', position)
    const close = source.indexOf('>', position)
    const isInTag = close >= 0 && (next < 0 || close < next)
    const at = Math.max(last, Math.min(source.length, isInTag ? close + 1 : position))
    parts.push(source.slice(last, at), `<a id="position${position}"></a>`)
    last = at
  }
  return [...parts, source.slice(last)].join('')
}
