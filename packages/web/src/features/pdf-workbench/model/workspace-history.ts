/** State of the workbench with undo and redo. Selecting is not a step, but undoing restores the selection. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import {
  type DropPlace,
  duplicatePages,
  insertBlankPage,
  joinDocument,
  movePages,
  removeDocument,
  removePages,
  rotatePages,
  shiftPages,
  splitDocument,
} from './edit-pages.ts'
import { allPages, emptyWorkspace, type PageWorkspace, type WorkDocument } from './page-workspace.ts'
import { moveFocus, type SelectMode, selectPage, selectPages } from './select-pages.ts'

export interface WorkspaceHistory {
  readonly past: readonly PageWorkspace[]
  readonly present: PageWorkspace
  readonly future: readonly PageWorkspace[]
  /** Number of the next page or document that is made here. */
  readonly nextId: number
}

export const emptyWorkspaceHistory: WorkspaceHistory = {
  past: [],
  present: emptyWorkspace,
  future: [],
  nextId: 1,
}

interface OpenedFile {
  readonly source: string
  readonly name: string
}

export type EditAction =
  | { readonly type: 'open'; readonly files: readonly OpenedFile[] }
  | { readonly type: 'rotate'; readonly degrees: 90 | -90 }
  | { readonly type: 'duplicate' }
  | { readonly type: 'remove' }
  | { readonly type: 'insert-blank' }
  | { readonly type: 'split' }
  | { readonly type: 'join'; readonly document: string }
  | { readonly type: 'remove-document'; readonly document: string }
  | { readonly type: 'move'; readonly place: DropPlace }
  | { readonly type: 'shift'; readonly by: number }

export type SelectAction =
  | { readonly type: 'select'; readonly page: string; readonly mode: SelectMode }
  | { readonly type: 'select-pages'; readonly pages: readonly string[] }
  | { readonly type: 'select-all' }
  | { readonly type: 'focus'; readonly by: number; readonly isExtending: boolean }

export type WorkspaceAction =
  | EditAction
  | SelectAction
  /** The pages of a file are known: also in the steps that can be undone. */
  | { readonly type: 'fill'; readonly source: string; readonly pageCount: number }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'clear' }

const maxSteps = 200

export function workspaceReducer(history: WorkspaceHistory, action: WorkspaceAction): WorkspaceHistory {
  const { past, present, future } = history
  switch (action.type) {
    case 'undo': {
      const before = past.at(-1)
      if (!before) return history
      return { ...history, past: past.slice(0, -1), present: before, future: [present, ...future] }
    }
    case 'redo': {
      const [next, ...later] = future
      if (!next) return history
      return { ...history, past: [...past, present], present: next, future: later }
    }
    case 'fill': {
      const fill = (workspace: PageWorkspace) => fillPages(workspace, action.source, action.pageCount)
      return { ...history, past: past.map(fill), present: fill(present), future: future.map(fill) }
    }
    case 'clear':
      return emptyWorkspaceHistory
    case 'select':
      return { ...history, present: selectPage(present, action.page, action.mode) }
    case 'select-pages':
      return { ...history, present: selectPages(present, action.pages) }
    case 'select-all': {
      const { focus, anchor } = present
      const selected = new Set(allPages(present).map(({ id }) => id))
      return { ...history, present: { ...present, selected, focus, anchor } }
    }
    case 'focus':
      return { ...history, present: moveFocus(present, action.by, action.isExtending) }
    default: {
      let { nextId } = history
      const changed = edit(present, action, () => `new-${nextId++}`)
      if (changed === present) return history
      return { past: [...past, present].slice(-maxSteps), present: changed, future: [], nextId }
    }
  }
}

function edit(workspace: PageWorkspace, action: EditAction, newId: () => string): PageWorkspace {
  switch (action.type) {
    case 'open':
      return { ...workspace, documents: [...workspace.documents, ...action.files.map(pendingDocument)] }
    case 'rotate':
      return rotatePages(workspace, action.degrees)
    case 'duplicate':
      return duplicatePages(workspace, newId)
    case 'remove':
      return removePages(workspace)
    case 'insert-blank':
      return insertBlankPage(workspace, newId)
    case 'split':
      return splitDocument(workspace, newId, name => partName(workspace.documents, name))
    case 'join':
      return joinDocument(workspace, action.document)
    case 'remove-document':
      return removeDocument(workspace, action.document)
    case 'move':
      return movePages(workspace, action.place)
    case 'shift':
      return shiftPages(workspace, action.by)
  }
}

function pendingDocument({ source, name }: OpenedFile): WorkDocument {
  return { id: source, name, pending: source, pages: [] }
}

function fillPages(workspace: PageWorkspace, source: string, pageCount: number): PageWorkspace {
  if (!workspace.documents.some(({ pending }) => pending === source)) return workspace
  const pages = Array.from({ length: pageCount }, (_, index) => ({
    id: `${source}-${index + 1}`,
    source,
    page: index + 1,
    rotation: 0 as const,
  }))
  const documents = workspace.documents.map(document =>
    document.pending === source ? { id: document.id, name: document.name, pages } : document,
  )
  const focus = workspace.focus ?? pages[0]?.id
  return { ...workspace, documents, focus, anchor: workspace.anchor ?? focus }
}

/** The first free name such as 'Report (2)'. */
function partName(documents: readonly WorkDocument[], name: string): string {
  const base = name.replace(/ \(\d+\)$/, '')
  const names = new Set(documents.map(document => document.name))
  let number = 2
  while (names.has(workbenchMessages.part(base, number))) number += 1
  return workbenchMessages.part(base, number)
}
