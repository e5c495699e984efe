/** Keys of the page grid, and what they do. */
import { type GridLayout, verticalNeighbor } from '../model/grid-layout.ts'
import { type PageWorkspace, positionOf } from '../model/page-workspace.ts'
import type { WorkspaceAction } from '../model/workspace-history.ts'

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** Undefined for keys that the grid does not use. */
export function actionOfKey(
  pressed: PressedKey,
  workspace: PageWorkspace,
  layout: GridLayout,
): WorkspaceAction | 'preview' | undefined {
  const isCommand = pressed.ctrlKey || pressed.metaKey
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key
  if (isCommand) return commandOf(key, pressed.shiftKey)
  const by = distanceOf(key, workspace, layout)
  if (by !== undefined)
    return pressed.altKey ? { type: 'shift', by } : { type: 'focus', by, isExtending: pressed.shiftKey }
  if (pressed.altKey) return undefined
  switch (key) {
    case ' ':
      return workspace.focus === undefined
        ? undefined
        : { type: 'select', page: workspace.focus, mode: pressed.shiftKey ? 'range' : 'toggle' }
    case 'Enter':
      return 'preview'
    case 'Delete':
    case 'Backspace':
      return { type: 'remove' }
    case 'r':
      return { type: 'rotate', degrees: pressed.shiftKey ? -90 : 90 }
    case 'Escape':
      return { type: 'select-pages', pages: [] }
    default:
      return undefined
  }
}

/** Also for buttons of the workbench. */
export function undoOfKey(pressed: PressedKey): WorkspaceAction | undefined {
  if (!pressed.ctrlKey && !pressed.metaKey) return undefined
  const action = commandOf(pressed.key.toLowerCase(), pressed.shiftKey)
  return action?.type === 'undo' || action?.type === 'redo' ? action : undefined
}

function commandOf(key: string, isShift: boolean): WorkspaceAction | undefined {
  switch (key) {
    case 'z':
      return { type: isShift ? 'redo' : 'undo' }
    case 'y':
      return { type: 'redo' }
    case 'a':
      return { type: 'select-all' }
    case 'd':
      return { type: 'duplicate' }
    default:
      return undefined
  }
}

function distanceOf(key: string, workspace: PageWorkspace, layout: GridLayout): number | undefined {
  const index = positionOf(workspace, workspace.focus) - 1
  switch (key) {
    case 'ArrowLeft':
      return -1
    case 'ArrowRight':
      return 1
    case 'ArrowUp':
      return verticalNeighbor(layout, index, -1) - index
    case 'ArrowDown':
      return verticalNeighbor(layout, index, 1) - index
    case 'Home':
      return -layout.pageCount
    case 'End':
      return layout.pageCount
    default:
      return undefined
  }
}
