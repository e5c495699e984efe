/** Toolbar above the stage: undo, compare, zoom and full screen. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import {
  Maximize2,
  Redo2,
  RotateCcw,
  Shrink,
  SquareSplitHorizontal,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'

interface StageBarProps {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly isChanged: boolean
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly onReset: () => void
  readonly isComparing: boolean
  readonly canCompare: boolean
  readonly onCompare: () => void
  /** Screen pixels per image pixel, in percent. */
  readonly zoomPercent: number
  readonly isFitting: boolean
  readonly onZoomIn: () => void
  readonly onZoomOut: () => void
  readonly onFit: () => void
  readonly isFullScreen: boolean
  /** Absent if the browser does not support it. */
  readonly onFullScreen: (() => void) | undefined
}

export function StageBar(props: StageBarProps) {
  const { canUndo, canRedo, isChanged, isComparing, canCompare, zoomPercent, isFitting } = props
  return (
    <div
      role="toolbar"
      aria-label={imageEditorMessages.image}
      className="flex flex-wrap items-center justify-between gap-x-2"
    >
      <div className="flex items-center">
        <ToolButton label={imageEditorMessages.undo} isDisabled={!canUndo} onClick={props.onUndo}>
          <Icon of={Undo2} />
        </ToolButton>
        <ToolButton label={imageEditorMessages.redo} isDisabled={!canRedo} onClick={props.onRedo}>
          <Icon of={Redo2} />
        </ToolButton>
        <ToolButton label={imageEditorMessages.reset} isDisabled={!isChanged} onClick={props.onReset}>
          <Icon of={RotateCcw} />
        </ToolButton>
        <ToolButton
          label={imageEditorMessages.compare}
          isPressed={isComparing}
          isDisabled={!canCompare}
          onClick={props.onCompare}
        >
          <Icon of={SquareSplitHorizontal} />
        </ToolButton>
      </div>
      <div className="flex items-center">
        <ToolButton label={imageEditorMessages.zoomOut} isDisabled={isFitting} onClick={props.onZoomOut}>
          <Icon of={ZoomOut} />
        </ToolButton>
        <output
          aria-label={imageEditorMessages.zoom}
          className="figures w-11 text-center text-xs max-sm:hidden"
        >
          {imageEditorMessages.percent(zoomPercent)}
        </output>
        <ToolButton label={imageEditorMessages.zoomIn} onClick={props.onZoomIn}>
          <Icon of={ZoomIn} />
        </ToolButton>
        <ToolButton label={imageEditorMessages.fit} isDisabled={isFitting} onClick={props.onFit}>
          <Icon of={Shrink} />
        </ToolButton>
        {props.onFullScreen ? (
          <div className="max-sm:hidden">
            <ToolButton
              label={imageEditorMessages.fullScreen}
              isPressed={props.isFullScreen}
              onClick={props.onFullScreen}
            >
              <Icon of={Maximize2} />
            </ToolButton>
          </div>
        ) : null}
      </div>
    </div>
  )
}
