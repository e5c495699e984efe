/** What a change did, for screen readers. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { positionOf, targetPages } from './page-workspace.ts'
import type { WorkspaceAction, WorkspaceHistory } from './workspace-history.ts'

const { said } = workbenchMessages

/** Empty if it is not worth saying: a screen reader reads the page with the focus itself. */
export function describeChange(
  before: WorkspaceHistory,
  after: WorkspaceHistory,
  action: WorkspaceAction,
): string {
  if (before === after) return ''
  const { present } = after
  const targets = targetPages(before.present)
  const count = targets.length
  switch (action.type) {
    case 'fill': {
      const opened = present.documents.find(({ id }) => id === action.source)
      return opened ? said.opened(opened.name, action.pageCount) : ''
    }
    case 'rotate':
      return said.rotated(count, action.degrees < 0)
    case 'duplicate':
      return said.duplicated(count)
    case 'remove':
      return said.removed(count)
    case 'insert-blank':
      return said.inserted
    case 'move':
    case 'shift':
      return said.moved(count, positionOf(present, targets[0]?.id))
    case 'split':
      return said.split(present.documents.length)
    case 'join':
      return said.joined(present.documents.length)
    case 'remove-document': {
      const removed = before.present.documents.find(({ id }) => id === action.document)
      return said.documentRemoved(removed?.name ?? '')
    }
    case 'select':
    case 'select-pages':
    case 'select-all':
      return said.selected(present.selected.size)
    case 'focus':
      return action.isExtending ? said.selected(present.selected.size) : ''
    case 'undo':
      return said.undone
    case 'redo':
      return said.redone
    case 'open':
    case 'clear':
      return ''
  }
}
