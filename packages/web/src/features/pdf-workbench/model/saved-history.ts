/** Documents, pages, selection and the steps that can be undone and redone, as text, to restore them after a reload. */
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
import { emptyWorkspaceHistory, type WorkspaceHistory } from './workspace-history.ts'

/** A file, and what is known of it. */
export interface SavedSource {
  readonly id: string
  readonly name: string
  /** 0 if it was not open yet. */
  readonly pageCount: number
}

/** Storage of the browser is shared by all tools: of what does not fit, the steps nearest to the present are kept. */
const maxSavedSteps = 100
const maxSavedLength = 200_000

const sourceSchema = z.object({ id: z.string(), name: z.string(), pageCount: z.int().min(0) })

const documentSchema = z.object({
  id: z.string(),
  name: z.string(),
  pending: z.string().optional(),
  /** Files of the pages, numbered from 1 in `pages`. */
  files: z.array(z.string()),
  pages: z.string(),
  /** Beginnings of the ids of pages, numbered from 1 in `ids`. */
  prefixes: z.array(z.string()),
  ids: z.string(),
})

const stepSchema = z.object({
  /** From 0, of the documents that all steps share. */
  documents: z.array(z.int().min(0)),
  /** Positions over all documents. */
  selected: z.string(),
  focus: z.int().min(0),
})

const savedSchema = z.object({
  version: z.literal(2),
  sources: z.array(sourceSchema),
  documents: z.array(documentSchema),
  past: z.array(stepSchema),
  present: stepSchema,
  future: z.array(stepSchema),
  nextId: z.int().min(1),
})

/** Version 1 had no number, no steps and no ids of pages. */
const firstVersionSchema = z.object({
  sources: z.array(sourceSchema),
  documents: z.array(z.object({ name: z.string(), pending: z.string().optional(), pages: z.string() })),
  selected: z.string(),
  focus: z.int().min(0),
})

type SavedStep = z.infer<typeof stepSchema>

export function writeHistory(history: WorkspaceHistory, sources: readonly SavedSource[]): string {
  const numbers = new Map<string, number>()
  const used = new Set<string>()
  let length = 0
  const write = (workspace: PageWorkspace): SavedStep => {
    for (const source of usedSources(workspace.documents)) used.add(source)
    const { selected, focus } = writtenSelection(workspace)
    const documents = workspace.documents.map(document => {
      const text = writtenDocument(document)
      const known = numbers.get(text)
      if (known !== undefined) return known
      length += text.length
      numbers.set(text, numbers.size)
      return numbers.size - 1
    })
    length += selected.length
    return { documents, selected, focus }
  }

  const present = write(history.present)
  const past: SavedStep[] = []
  const future: SavedStep[] = []
  const undone = history.past.toReversed()
  for (let distance = 0; past.length + future.length < maxSavedSteps && length < maxSavedLength; distance++) {
    const [before, after] = [undone[distance], history.future[distance]]
    if (!before && !after) break
    if (before) past.unshift(write(before))
    if (after) future.push(write(after))
  }
  const documents = [...numbers.keys()].map(text => documentSchema.parse(JSON.parse(text)))
  const saved = sources
    .filter(({ id }) => used.has(id))
    .map(({ id, name, pageCount }) => ({ id, name, pageCount }))
  const { nextId } = history
  return JSON.stringify({
    version: 2,
    sources: saved,
    documents,
    past,
    present,
    future,
    nextId,
  } satisfies z.input<typeof savedSchema>)
}

/** Written once, because every change of the selection saves all steps. */
const documentTexts = new WeakMap<WorkDocument, string>()

function writtenDocument(document: WorkDocument): string {
  const written = documentTexts.get(document)
  if (written !== undefined) return written
  const { id, name, pending, pages } = document
  const files = numbered(pages.flatMap(({ source }) => source ?? []))
  const prefixes = numbered(pages.map(page => splitId(page.id).prefix))
  const text = JSON.stringify({
    id,
    name,
    pending,
    files: [...files.keys()],
    pages: writePageList([listPages(document, files)]),
    prefixes: [...prefixes.keys()],
    ids: writePageList([
      pages.map(page => {
        const { prefix, number } = splitId(page.id)
        return { file: prefixes.get(prefix) ?? 0, page: number, rotation: 0 }
      }),
    ]),
  } satisfies z.input<typeof documentSchema>)
  documentTexts.set(document, text)
  return text
}

const selections = new WeakMap<PageWorkspace, Pick<SavedStep, 'selected' | 'focus'>>()

function writtenSelection(workspace: PageWorkspace): Pick<SavedStep, 'selected' | 'focus'> {
  const known = selections.get(workspace)
  if (known) return known
  const pages = allPages(workspace)
  const selected = pages.flatMap(({ id }, index): ListedPage[] =>
    workspace.selected.has(id) ? [{ file: 1, page: index + 1, rotation: 0 }] : [],
  )
  const focus = pages.findIndex(({ id }) => id === workspace.focus) + 1
  const written = { selected: writePageList([selected]), focus }
  selections.set(workspace, written)
  return written
}

/** Ids of pages end with a number: that in their file, or that of the history. */
function splitId(id: string): { readonly prefix: string; readonly number: number } {
  const end = id.lastIndexOf('-')
  return { prefix: id.slice(0, end), number: Number(id.slice(end + 1)) }
}

function numbered(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].map((name, index) => [name, index + 1]))
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

export interface RestoredHistory {
  readonly history: WorkspaceHistory
  readonly sources: readonly SavedSource[]
}

/** Undefined if it cannot be read. */
export function readHistory(text: string | undefined): RestoredHistory | undefined {
  try {
    const saved: unknown = JSON.parse(text ?? '')
    const current = savedSchema.safeParse(saved)
    return current.success ? restore(current.data) : restoreFirstVersion(firstVersionSchema.parse(saved))
  } catch {
    return undefined
  }
}

function restore({ sources, nextId, ...saved }: z.infer<typeof savedSchema>): RestoredHistory {
  const pageCounts = new Map(sources.map(({ id, pageCount }) => [id, pageCount]))
  const documents = saved.documents.map(
    ({ id, name, pending, files, pages, prefixes, ids }): WorkDocument => {
      const listed = readPages(
        pages,
        files.map(file => pageCounts.get(file) ?? 0),
      )
      const numbers = readPages(
        ids,
        prefixes.map(() => Number.MAX_SAFE_INTEGER),
      )
      if (listed.length !== numbers.length) throw new Error('pages and ids differ in number')
      return {
        id,
        name,
        pending,
        pages: listed.map(({ file, page, rotation }, index) => {
          const number = numbers[index]
          return {
            id: `${prefixes[(number?.file ?? 0) - 1]}-${number?.page}`,
            source: files[file - 1],
            page,
            rotation,
          }
        }),
      }
    },
  )
  const step = ({ documents: listed, selected, focus }: SavedStep) =>
    withSelection(
      listed.map(number => {
        const document = documents[number]
        if (!document) throw new Error('a step lists an unknown document')
        return document
      }),
      selected,
      focus,
    )
  return {
    history: {
      past: saved.past.map(step),
      present: step(saved.present),
      future: saved.future.map(step),
      nextId,
    },
    sources,
  }
}

function restoreFirstVersion(saved: z.infer<typeof firstVersionSchema>): RestoredHistory {
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
  const present = withSelection(documents, saved.selected, saved.focus)
  return { history: { ...emptyWorkspaceHistory, present, nextId }, sources: saved.sources }
}

function withSelection(
  documents: readonly WorkDocument[],
  selected: string,
  position: number,
): PageWorkspace {
  const ids = allPages({ documents }).map(({ id }) => id)
  const listed = readPages(selected, [ids.length]).flatMap(({ page }) => ids[page - 1] ?? [])
  const focus = ids[Math.max(0, position - 1)]
  return { documents, selected: new Set(listed), focus, anchor: focus }
}

function readPages(text: string, pageCounts: readonly number[]): readonly ListedPage[] {
  // An empty text would mean every page.
  if (text === '') return []
  const list = parsePageList(text)
  const pages = isPageListError(list) ? list : resolvePages(list, pageCounts)
  if ('problem' in pages) throw new Error(pages.problem)
  return pages.flat()
}
