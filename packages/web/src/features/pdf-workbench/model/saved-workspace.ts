/** Documents, pages and selection as text, to restore them after a reload. */
import {
  blankPage,
  isPageListError,
  type ListedPage,
  parsePageList,
  resolvePages,
  writePageList,
} from '@filesmith/contract/pdf/page-list'
import { z } from 'zod'
import { allPages, type PageWorkspace, usedSources, type WorkDocument } from './page-workspace.ts'

/** A file, and what is known of it. */
export interface SavedSource {
  readonly id: string
  readonly name: string
  /** 0 if it was not open yet. */
  readonly pageCount: number
}

const savedSchema = z.object({
  sources: z.array(z.object({ id: z.string(), name: z.string(), pageCount: z.int().min(0) })),
  documents: z.array(z.object({ name: z.string(), pending: z.string().optional(), pages: z.string() })),
  /** Positions over all documents. */
  selected: z.string(),
  focus: z.int().min(0),
})

export function writeWorkspace(workspace: PageWorkspace, sources: readonly SavedSource[]): string {
  const used = usedSources(workspace.documents)
  const saved = sources.filter(({ id }) => used.has(id))
  const numbers = new Map(saved.map(({ id }, index) => [id, index + 1]))
  const pages = allPages(workspace)
  const positions = (isListed: (id: string) => boolean): ListedPage[] =>
    pages.flatMap(({ id }, index) => (isListed(id) ? [{ file: 1, page: index + 1, rotation: 0 }] : []))
  return JSON.stringify({
    sources: saved.map(({ id, name, pageCount }) => ({ id, name, pageCount })),
    documents: workspace.documents.map(document => ({
      name: document.name,
      pending: document.pending,
      pages: writePageList([listPages(document, numbers)]),
    })),
    selected: writePageList([positions(id => workspace.selected.has(id))]),
    focus: pages.findIndex(({ id }) => id === workspace.focus) + 1,
  } satisfies z.input<typeof savedSchema>)
}

/** With files numbered as in a request. */
export function listPages(
  { pages }: Pick<WorkDocument, 'pages'>,
  numbers: ReadonlyMap<string, number>,
): ListedPage[] {
  return pages.map(({ source, page, rotation }) =>
    source === undefined ? blankPage : { file: numbers.get(source) ?? 0, page, rotation },
  )
}

export interface RestoredWorkspace {
  readonly workspace: PageWorkspace
  readonly sources: readonly SavedSource[]
  readonly nextId: number
}

/** Undefined if it cannot be read. */
export function readWorkspace(text: string | undefined): RestoredWorkspace | undefined {
  try {
    const saved = savedSchema.parse(JSON.parse(text ?? ''))
    let nextId = 1
    const newId = () => `new-${nextId++}`
    const counts = saved.sources.map(({ pageCount }) => pageCount)
    const documents = saved.documents.map(
      ({ name, pending, pages }): WorkDocument => ({
        id: pending ?? newId(),
        name,
        pending,
        pages: readPages(pages, counts).map(({ file, page, rotation }) => ({
          id: newId(),
          source: saved.sources[file - 1]?.id,
          page,
          rotation,
        })),
      }),
    )
    const ids = allPages({ documents }).map(({ id }) => id)
    const selected = readPages(saved.selected, [ids.length]).flatMap(({ page }) => ids[page - 1] ?? [])
    const focus = ids[Math.max(0, saved.focus - 1)]
    return {
      workspace: { documents, selected: new Set(selected), focus, anchor: focus },
      sources: saved.sources,
      nextId,
    }
  } catch {
    return undefined
  }
}

function readPages(text: string, pageCounts: readonly number[]): readonly ListedPage[] {
  // An empty text would mean every page.
  if (text === '') return []
  const list = parsePageList(text)
  const pages = isPageListError(list) ? list : resolvePages(list, pageCounts)
  if ('problem' in pages) throw new Error(pages.problem)
  return pages.flat()
}
