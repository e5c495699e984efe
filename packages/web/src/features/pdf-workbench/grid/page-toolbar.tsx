/** Buttons for everything that can be done with pages. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import {
  ArrowLeftToLine,
  ArrowRightToLine,
  Copy,
  FileOutput,
  FilePlus2,
  type LucideIcon,
  Maximize2,
  Redo2,
  RotateCcwSquare,
  RotateCwSquare,
  SquareSplitVertical,
  Trash2,
  Undo2,
} from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { targetPages } from '../model/page-workspace.ts'
import type { WorkspaceAction } from '../model/workspace-history.ts'
import type { Workbench } from '../use-workbench.ts'

const { tools: texts } = workbenchMessages

interface PageToolbarProps {
  readonly workbench: Workbench
  readonly onPreview: () => void
}

interface Tool {
  readonly label: string
  readonly icon: LucideIcon
  readonly isDisabled: boolean
  readonly onClick: () => void
}

export function PageToolbar({ workbench, onPreview }: PageToolbarProps) {
  const { workspace, canUndo, canRedo, dispatch } = workbench
  const hasTarget = targetPages(workspace).length > 0
  const edit = (label: string, icon: LucideIcon, action: WorkspaceAction, isDisabled = !hasTarget): Tool => ({
    label,
    icon,
    isDisabled,
    onClick: () => dispatch(action),
  })
  const groups: readonly (readonly Tool[])[] = [
    [
      edit(texts.undo, Undo2, { type: 'undo' }, !canUndo),
      edit(texts.redo, Redo2, { type: 'redo' }, !canRedo),
    ],
    [
      edit(texts.rotateLeft, RotateCcwSquare, { type: 'rotate', degrees: -90 }),
      edit(texts.rotateRight, RotateCwSquare, { type: 'rotate', degrees: 90 }),
      edit(texts.moveBack, ArrowLeftToLine, { type: 'shift', by: -1 }),
      edit(texts.moveOn, ArrowRightToLine, { type: 'shift', by: 1 }),
    ],
    [
      edit(texts.duplicate, Copy, { type: 'duplicate' }),
      edit(texts.insertBlank, FilePlus2, { type: 'insert-blank' }, workspace.documents.length === 0),
      edit(texts.split, SquareSplitVertical, { type: 'split' }),
      edit(texts.remove, Trash2, { type: 'remove' }),
    ],
    [
      { label: texts.preview, icon: Maximize2, isDisabled: !hasTarget, onClick: onPreview },
      {
        label: texts.extract,
        icon: FileOutput,
        isDisabled: workspace.selected.size === 0,
        onClick: workbench.extract,
      },
    ],
  ]
  return (
    <div
      role="toolbar"
      aria-label={texts.label}
      className="flex flex-wrap border-b border-line p-1 min-[23rem]:gap-x-1 min-[23rem]:px-2 md:gap-x-0"
    >
      {groups.map(group => (
        <div
          key={group[0]?.label}
          className="flex md:[&:not(:last-child)]:mr-1 md:[&:not(:last-child)]:border-r md:[&:not(:last-child)]:border-line md:[&:not(:last-child)]:pr-1"
        >
          {group.map(({ label, icon, isDisabled, onClick }) => (
            <ToolButton key={label} label={label} isDisabled={isDisabled} onClick={onClick}>
              <Icon of={icon} />
            </ToolButton>
          ))}
        </div>
      ))}
    </div>
  )
}
