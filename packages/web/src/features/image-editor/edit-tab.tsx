/** The Edit tab: stage, control panels and the apply button. */
import { editGeometry, type Size } from '@filesmith/contract/image-edit/geometry'
import { defaultImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
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
import {
  type Dispatch,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { fullArea, toPercentRatio } from '../../lib/area-frame/area.ts'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressPanel } from '../../ui/progress-panel.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { type AspectRatioId, aspectRatioOf } from './controls/aspect-ratios.ts'
import { type ControlGroupId, ControlPanels } from './controls/control-panels.tsx'
import type { ControlProps } from './controls/control-props.ts'
import { type EditHistory, type HistoryAction, isSameEdit } from './edit-history.ts'
import type { EditorImage } from './image/editor-image.ts'
import { withArea } from './stage/crop-area.ts'
import { Stage } from './stage/stage.tsx'
import { fitScale, fitView, zoomAt, zoomStep } from './stage/view.ts'
import type { RenderProgress } from './use-rendering.ts'

const noSize: Size = { width: 0, height: 0 }

interface EditTabProps {
  readonly image: EditorImage
  readonly history: EditHistory
  readonly dispatch: Dispatch<HistoryAction>
  readonly stageRef: RefObject<HTMLElement | null>
  readonly isVisible: boolean
  readonly progress: RenderProgress | undefined
  readonly isFullScreen: boolean
  /** Absent if the browser does not support it. */
  readonly onFullScreen: (() => void) | undefined
  readonly onApply: () => void
  readonly onCancel: () => void
}

const center = { x: 0, y: 0 }

export function EditTab(props: EditTabProps) {
  const { image, history, dispatch, stageRef, isVisible, progress, onApply, onCancel } = props
  const { isFullScreen, onFullScreen } = props
  const edit = history.present
  const [group, setGroup] = useState<ControlGroupId>('adjust')
  const [aspectRatio, setAspectRatio] = useState<AspectRatioId>('free')
  const [view, setView] = useState(fitView)
  const [isComparing, setIsComparing] = useState(false)
  const [splitFraction, setSplitFraction] = useState(0.5)
  const stage = useStageSize(stageRef)
  const progressRef = useRef<HTMLDivElement>(null)
  const applyRef = useRef<HTMLButtonElement>(null)

  const isCropping = group === 'crop'
  const displayedEdit = useMemo(
    () => (isCropping ? { ...withArea(edit, fullArea), resizeWidth: 0, resizeHeight: 0 } : edit),
    [edit, isCropping],
  )
  const { turned, output } = useMemo(() => editGeometry(image, edit), [image, edit])
  const content = isCropping ? turned : output
  const ratio = aspectRatioOf(aspectRatio, turned)

  const onChange: ControlProps['onChange'] = (change, control) =>
    dispatch({ type: 'change', edit: { ...edit, ...change }, control })
  const onCommit = () => dispatch({ type: 'commit' })
  const undo = () => dispatch({ type: 'undo' })
  const redo = () => dispatch({ type: 'redo' })
  useUndoShortcuts(isVisible && !progress, undo, redo)
  useFocusOnPhase(progress ? 'working' : 'idle', progress ? progressRef : applyRef)

  const zoomBy = (factor: number) => setView(now => zoomAt(now, factor, center, stage, content))
  const zoomPercent = Math.round((stage.width > 0 ? fitScale(stage, content) * view.zoom : 1) * 100)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-1 max-md:sticky max-md:top-0 max-md:z-10 max-md:-mx-4 max-md:bg-surface max-md:px-4 max-md:pb-2">
          <StageBar
            canUndo={history.past.length > 0}
            canRedo={history.future.length > 0}
            isChanged={!isSameEdit(edit, defaultImageEdit)}
            onUndo={undo}
            onRedo={redo}
            onReset={() => {
              dispatch({ type: 'change', edit: defaultImageEdit, control: 'reset' })
              onCommit()
            }}
            isComparing={isComparing && !isCropping}
            canCompare={!isCropping}
            onCompare={() => setIsComparing(!isComparing)}
            zoomPercent={zoomPercent}
            isFitting={view.zoom === 1}
            onZoomIn={() => zoomBy(zoomStep)}
            onZoomOut={() => zoomBy(1 / zoomStep)}
            onFit={() => setView(fitView)}
            isFullScreen={isFullScreen}
            onFullScreen={onFullScreen}
          />
          <Stage
            stageRef={stageRef}
            image={image}
            edit={edit}
            displayedEdit={displayedEdit}
            stage={stage}
            content={content}
            view={view}
            onView={setView}
            crop={
              isCropping
                ? { aspectRatio: ratio === undefined ? undefined : toPercentRatio(ratio, turned) }
                : undefined
            }
            onCrop={area => onChange(withArea(edit, area), 'crop')}
            onCommit={onCommit}
            splitFraction={isComparing ? splitFraction : undefined}
            onSplit={setSplitFraction}
            isVisible={isVisible}
          />
          <p className="figures flex justify-between gap-3 text-xs text-ink-muted">
            <span className="truncate">{image.file.name}</span>
            <output className="shrink-0">{imageEditorMessages.size(output.width, output.height)}</output>
          </p>
        </div>
        {progress ? (
          // The wrapper keeps the panel at the position of the controls, on phones too.
          <div className="stage-high md:mt-11">
            <ProgressPanel
              panelRef={progressRef}
              title={imageEditorMessages.rendering}
              percent={progress.percent}
              progressLabel={imageEditorMessages.renderProgress}
              caption={imageEditorMessages.steps[progress.step]}
              cancelLabel={imageEditorMessages.cancel}
              isCanceling={false}
              onCancel={onCancel}
            />
          </div>
        ) : (
          <Panel className="below-stage flex min-w-0 flex-col overflow-hidden stage-high md:mt-11">
            <ControlPanels
              previewBitmap={image.previewBitmap}
              edit={edit}
              size={image}
              group={group}
              onGroup={next => {
                setGroup(next)
                // Cropping needs the whole image to be visible.
                if (next === 'crop' || isCropping) setView(fitView)
              }}
              aspectRatio={aspectRatio}
              onAspectRatio={setAspectRatio}
              onChange={onChange}
              onCommit={onCommit}
            />
          </Panel>
        )}
      </div>
      <div className="sticky-action -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:rounded-none sm:px-0 sm:pb-0">
        <p className="grow text-xs text-ink-muted max-sm:hidden">{imageEditorMessages.applyHint}</p>
        <Button
          ref={applyRef}
          variant="accent"
          size="large"
          className="max-sm:grow"
          disabled={progress !== undefined}
          onClick={onApply}
        >
          {imageEditorMessages.apply}
        </Button>
      </div>
    </div>
  )
}

/** Size of the stage in CSS pixels, updated on resize. */
function useStageSize(stageRef: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(noSize)
  useLayoutEffect(() => {
    const stage = stageRef.current
    if (!stage) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = stage
      // A hidden stage has no size; keep the last one.
      if (width > 0) setSize(old => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(stage)
    return () => observer.disconnect()
  }, [stageRef])
  return size
}

/** Undo and redo shortcuts while the editor is visible: Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, Command on macOS. */
function useUndoShortcuts(isVisible: boolean, onUndo: () => void, onRedo: () => void): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) onUndo()
    else if (key === 'y' || key === 'z') onRedo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!isVisible) return
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isVisible])
}

/** Number fields keep the browser's own undo. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && (target.type === 'number' || target.type === 'search')
}

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

/** Toolbar above the stage: undo, compare, zoom and full screen. */
function StageBar(props: StageBarProps) {
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
