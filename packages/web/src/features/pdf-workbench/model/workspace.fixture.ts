/** Workspaces for tests: 'ab|cd' are two documents of pages whose ids are letters. */
import { emptyWorkspace, type PageWorkspace } from './page-workspace.ts'

export function workspaceOf(text: string, selected = '', focus = selected[0]): PageWorkspace {
  return {
    ...emptyWorkspace,
    documents: text.split('|').map((letters, index) => ({
      id: `document-${index + 1}`,
      name: `Report ${index + 1}`,
      pages: [...letters].map((id, at) => ({ id, source: `file-${index + 1}`, page: at + 1, rotation: 0 })),
    })),
    selected: new Set(selected),
    focus,
    anchor: focus,
  }
}

export function textOf({ documents }: PageWorkspace): string {
  return documents.map(({ pages }) => pages.map(({ id }) => id).join('')).join('|')
}

export const selectedText = ({ selected }: PageWorkspace) => [...selected].join('')
