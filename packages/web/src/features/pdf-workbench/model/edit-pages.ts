/** Changes of documents and pages. Each returns the same workspace if there is nothing to change. */
import { rotationOf } from '@filesmith/contract/pdf/page-list'
import { type PageWorkspace, targetPages, type WorkDocument, type WorkPage } from './page-workspace.ts'

/** Between pages of a document: before the page with this index. */
export interface DropPlace {
  readonly document: string
  readonly index: number
}

type NewId = () => string

const withPages = (document: WorkDocument, pages: readonly WorkPage[]): WorkDocument => ({
  ...document,
  pages,
})

/** Documents without pages disappear, unless their file is still being opened. */
const withoutEmpty = (documents: readonly WorkDocument[]) =>
  documents.filter(({ pages, pending }) => pages.length > 0 || pending !== undefined)

export function rotatePages(workspace: PageWorkspace, degrees: 90 | -90): PageWorkspace {
  const targets = idsOf(targetPages(workspace))
  if (targets.size === 0) return workspace
  return {
    ...workspace,
    documents: workspace.documents.map(document =>
      withPages(
        document,
        document.pages.map(page =>
          targets.has(page.id) ? { ...page, rotation: rotationOf(page.rotation + degrees) } : page,
        ),
      ),
    ),
  }
}

export function removePages(workspace: PageWorkspace): PageWorkspace {
  const targets = idsOf(targetPages(workspace))
  if (targets.size === 0) return workspace
  const before = workspace.documents.flatMap(({ pages }) => pages)
  const documents = withoutEmpty(
    workspace.documents.map(document =>
      withPages(
        document,
        document.pages.filter(({ id }) => !targets.has(id)),
      ),
    ),
  )
  const lastTarget = before.findLastIndex(({ id }) => targets.has(id))
  const isKept = ({ id }: WorkPage) => !targets.has(id)
  const focus = before.slice(lastTarget + 1).find(isKept) ?? before.findLast(isKept)
  return { documents, selected: new Set(), focus: focus?.id, anchor: focus?.id }
}

/** The copies follow the last page and are selected. */
export function duplicatePages(workspace: PageWorkspace, newId: NewId): PageWorkspace {
  const targets = targetPages(workspace)
  const copies = targets.map(page => ({ ...page, id: newId() }))
  return insertAfter(workspace, targets.at(-1), copies)
}

export function insertBlankPage(workspace: PageWorkspace, newId: NewId): PageWorkspace {
  const after = targetPages(workspace).at(-1) ?? workspace.documents.at(-1)?.pages.at(-1)
  return insertAfter(workspace, after, [{ id: newId(), source: undefined, page: 0, rotation: 0 }])
}

function insertAfter(
  workspace: PageWorkspace,
  after: WorkPage | undefined,
  inserted: readonly WorkPage[],
): PageWorkspace {
  const [first] = inserted
  if (after === undefined || first === undefined) return workspace
  const documents = workspace.documents.map(document => {
    const index = document.pages.findIndex(({ id }) => id === after.id)
    return index < 0 ? document : withPages(document, document.pages.toSpliced(index + 1, 0, ...inserted))
  })
  return { documents, selected: idsOf(inserted), focus: first.id, anchor: first.id }
}

/** A new document begins with the first selected page. */
export function splitDocument(
  workspace: PageWorkspace,
  newId: NewId,
  nameOf: (name: string) => string,
): PageWorkspace {
  const [first] = targetPages(workspace)
  const index = workspace.documents.findIndex(({ pages }) => pages.some(({ id }) => id === first?.id))
  const document = workspace.documents[index]
  const at = document?.pages.findIndex(({ id }) => id === first?.id) ?? 0
  if (document === undefined || at === 0) return workspace
  const rest = { id: newId(), name: nameOf(document.name), pages: document.pages.slice(at) }
  const documents = workspace.documents.toSpliced(
    index,
    1,
    withPages(document, document.pages.slice(0, at)),
    rest,
  )
  return { ...workspace, documents }
}

/** Appends a document to the one before. */
export function joinDocument(workspace: PageWorkspace, documentId: string): PageWorkspace {
  const index = workspace.documents.findIndex(({ id }) => id === documentId)
  const document = workspace.documents[index]
  const before = workspace.documents[index - 1]
  if (document === undefined || before === undefined || !canJoin(workspace.documents, index)) return workspace
  const joined = withPages(before, [...before.pages, ...document.pages])
  return { ...workspace, documents: workspace.documents.toSpliced(index - 1, 2, joined) }
}

export function canJoin(documents: readonly WorkDocument[], index: number): boolean {
  const [before, document] = [documents[index - 1], documents[index]]
  return before !== undefined && document !== undefined && !before.pending && !document.pending
}

export function removeDocument(workspace: PageWorkspace, documentId: string): PageWorkspace {
  const removed = workspace.documents.find(({ id }) => id === documentId)
  if (removed === undefined) return workspace
  const gone = idsOf(removed.pages)
  const documents = workspace.documents.filter(document => document !== removed)
  const selected = new Set([...workspace.selected].filter(id => !gone.has(id)))
  const isGone = workspace.focus === undefined || gone.has(workspace.focus)
  const focus = isGone ? documents.find(({ pages }) => pages.length > 0)?.pages[0]?.id : workspace.focus
  return { documents, selected, focus, anchor: focus }
}

/** Moves the selected pages together to a place. */
export function movePages(workspace: PageWorkspace, { document: to, index }: DropPlace): PageWorkspace {
  const moved = targetPages(workspace)
  const targets = idsOf(moved)
  const documents = workspace.documents.map(document => {
    const isKept = ({ id }: WorkPage) => !targets.has(id)
    const kept = document.pages.filter(isKept)
    if (document.id !== to) return withPages(document, kept)
    const at = document.pages.slice(0, index).filter(isKept).length
    return withPages(document, kept.toSpliced(at, 0, ...moved))
  })
  const isThere = documents.some(({ id }) => id === to)
  if (moved.length === 0 || !isThere || isSameOrder(workspace.documents, documents)) return workspace
  return { ...workspace, documents: withoutEmpty(documents), selected: targets }
}

/** Moves the selected pages over this many others; a boundary between documents is one step. */
export function shiftPages(workspace: PageWorkspace, by: number): PageWorkspace {
  const targets = idsOf(targetPages(workspace))
  const places: DropPlace[] = []
  let current = -1
  for (const { id, pages, pending } of workspace.documents) {
    if (pending !== undefined) continue
    let hasPlace = false
    for (const [index, page] of pages.entries()) {
      const isTarget = targets.has(page.id)
      // Places before and after a moved page are the same one.
      if (!hasPlace) places.push({ document: id, index })
      if (isTarget && current < 0) current = places.length - 1
      hasPlace = isTarget
    }
    if (!hasPlace) places.push({ document: id, index: pages.length })
  }
  const place = places[Math.min(places.length - 1, Math.max(0, current + by))]
  return current < 0 || place === undefined ? workspace : movePages(workspace, place)
}

function isSameOrder(before: readonly WorkDocument[], after: readonly WorkDocument[]): boolean {
  return before.every(({ pages }, index) => {
    const other = after[index]?.pages
    return other?.length === pages.length && pages.every((page, at) => page === other[at])
  })
}

function idsOf(pages: readonly WorkPage[]): ReadonlySet<string> {
  return new Set(pages.map(({ id }) => id))
}
