/** What the workbench shows: documents of pages, which of them are selected, and which one has the focus. */
import type { PageRotation } from '@filesmith/contract/pdf/page-list'

export interface WorkPage {
  readonly id: string
  /** The opened file; undefined for an empty page. */
  readonly source: string | undefined
  /** From 1; 0 for an empty page. */
  readonly page: number
  /** Added to the rotation that the page has. */
  readonly rotation: PageRotation
}

export interface WorkDocument {
  readonly id: string
  readonly name: string
  /** The file whose pages are not known yet. */
  readonly pending?: string | undefined
  readonly pages: readonly WorkPage[]
}

export interface PageWorkspace {
  readonly documents: readonly WorkDocument[]
  readonly selected: ReadonlySet<string>
  readonly focus: string | undefined
  /** Where a range of selected pages begins. */
  readonly anchor: string | undefined
}

export const emptyWorkspace: PageWorkspace = {
  documents: [],
  selected: new Set(),
  focus: undefined,
  anchor: undefined,
}

export function allPages({ documents }: Pick<PageWorkspace, 'documents'>): readonly WorkPage[] {
  return documents.flatMap(({ pages }) => pages)
}

/** What a command applies to: the selected pages in order, or else the one with the focus. */
export function targetPages(workspace: PageWorkspace): readonly WorkPage[] {
  const pages = allPages(workspace)
  const selected = pages.filter(({ id }) => workspace.selected.has(id))
  return selected.length > 0 ? selected : pages.filter(({ id }) => id === workspace.focus)
}

/** From 1; 0 if it is not there. */
export function positionOf(workspace: PageWorkspace, pageId: string | undefined): number {
  return allPages(workspace).findIndex(({ id }) => id === pageId) + 1
}

/** Files that pages or documents still need. */
export function usedSources(documents: readonly WorkDocument[]): ReadonlySet<string> {
  const used = new Set<string>()
  for (const { pending, pages } of documents) {
    if (pending !== undefined) used.add(pending)
    for (const { source } of pages) if (source !== undefined) used.add(source)
  }
  return used
}
