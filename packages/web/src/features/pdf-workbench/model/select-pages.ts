/** Selection and focus of pages. */
import { isPageListError, parsePageList, resolvePages, rotationOf } from '@filesmith/contract/pdf/page-list'
import { allPages, type PageWorkspace, positionOf, type WorkPage } from './page-workspace.ts'

/** 'only' as by a click, 'toggle' with Ctrl or Cmd, 'range' with Shift. */
export type SelectMode = 'only' | 'toggle' | 'range'

export function selectPage(workspace: PageWorkspace, pageId: string, mode: SelectMode): PageWorkspace {
  if (mode === 'range') return extendTo(workspace, pageId)
  if (mode === 'only') return { ...workspace, selected: new Set([pageId]), focus: pageId, anchor: pageId }
  const selected = new Set(workspace.selected)
  if (!selected.delete(pageId)) selected.add(pageId)
  return { ...workspace, selected, focus: pageId, anchor: pageId }
}

function extendTo(workspace: PageWorkspace, pageId: string): PageWorkspace {
  const ids = allPages(workspace).map(({ id }) => id)
  const anchor = workspace.anchor ?? workspace.focus ?? pageId
  const [from = 0, to = 0] = [ids.indexOf(anchor), ids.indexOf(pageId)].sort((one, other) => one - other)
  return { ...workspace, selected: new Set(ids.slice(Math.max(0, from), to + 1)), focus: pageId, anchor }
}

export function selectPages(workspace: PageWorkspace, pageIds: readonly string[]): PageWorkspace {
  const [first = workspace.focus] = pageIds
  return { ...workspace, selected: new Set(pageIds), focus: first, anchor: first }
}

/** Moves the focus by pages; the first page gets it if none has. */
export function moveFocus(workspace: PageWorkspace, by: number, isExtending: boolean): PageWorkspace {
  const ids = allPages(workspace).map(({ id }) => id)
  const position = positionOf(workspace, workspace.focus)
  const target = position === 0 ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, position - 1 + by))]
  if (target === undefined) return workspace
  return isExtending ? extendTo(workspace, target) : { ...workspace, focus: target, anchor: target }
}

/** Ids of the listed pages, counted over all documents, or a sentence about what is wrong. */
export function findListedPages(
  workspace: PageWorkspace,
  text: string,
): { readonly ids: readonly string[] } | { readonly problem: string } {
  const listed = listedDocuments(workspace, text)
  if ('problem' in listed) return listed
  return { ids: [...new Set(listed.documents.flat().map(({ id }) => id))] }
}

/** The pages of each listed document, separated by ";", as in "1-3; 4-9". */
export function listedDocuments(
  workspace: PageWorkspace,
  text: string,
): { readonly documents: readonly (readonly WorkPage[])[] } | { readonly problem: string } {
  const list = parsePageList(text)
  if (isPageListError(list)) return list
  const pages = allPages(workspace)
  const listed = resolvePages(list, [pages.length])
  if ('problem' in listed) return listed
  return {
    documents: listed.map(document =>
      document.flatMap(({ page, rotation }) => {
        const found = pages[page - 1]
        return found ? [{ ...found, rotation: rotationOf(found.rotation + rotation) }] : []
      }),
    ),
  }
}
