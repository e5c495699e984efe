/** The Edit tab: stage, control panels and the apply button. */
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { defaultImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { type Dispatch, type RefObject, useMemo, useRef, useState } from 'react'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressPanel } from '../../ui/progress-panel.tsx'
import { type AspectRatioId, aspectRatioOf } from './controls/aspect-ratios.ts'
import { type ControlGroupId, ControlPanels } from './controls/control-panels.tsx'
import type { ControlProps } from './controls/control-props.ts'
import { type EditHistory, type HistoryAction, isSameEdit } from './edit-history.ts'
import type { EditorImage } from './image/editor-image.ts'
import { fullArea, toPercentRatio, withArea } from './stage/crop-area.ts'
import { Stage } from './stage/stage.tsx'
import { StageBar } from './stage/stage-bar.tsx'
import { useStageSize } from './stage/use-stage-size.ts'
import { fitScale, fitView, zoomAt, zoomStep } from './stage/view.ts'
import type { RenderProgress } from './use-rendering.ts'
import { useUndoShortcuts } from './use-undo-shortcuts.ts'

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
