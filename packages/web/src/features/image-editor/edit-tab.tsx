/** The second tab: the stage, the tools beside it, and the button that makes it real. */
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { usualImageEdit } from '@filesmith/contract/image-edit/settings'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { type Dispatch, type RefObject, useMemo, useRef, useState } from 'react'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressPanel } from '../../ui/progress-panel.tsx'
import { ControlPanels, type GroupId } from './controls/control-panels.tsx'
import type { ControlProps } from './controls/control-props.ts'
import { type ProportionId, pixelProportion } from './controls/proportions.ts'
import { type EditHistory, type HistoryAction, isSameEdit } from './edit-history.ts'
import type { Image } from './image/image.ts'
import { percentProportion, wholeArea, withArea } from './stage/crop-area.ts'
import { Stage } from './stage/stage.tsx'
import { StageBar } from './stage/stage-bar.tsx'
import { useStageSize } from './stage/use-stage-size.ts'
import { fitScale, fitView, zoomAt, zoomStep } from './stage/view.ts'
import { useEditKeys } from './use-edit-keys.ts'
import type { RenderWork } from './use-rendering.ts'

interface EditTabProps {
  readonly image: Image
  readonly history: EditHistory
  readonly dispatch: Dispatch<HistoryAction>
  readonly stageRef: RefObject<HTMLElement | null>
  readonly isInSight: boolean
  readonly work: RenderWork | undefined
  readonly isFullScreen: boolean
  /** Absent where the browser has none. */
  readonly onFullScreen: (() => void) | undefined
  readonly onApply: () => void
  readonly onCancel: () => void
}

const middle = { x: 0, y: 0 }

export function EditTab(props: EditTabProps) {
  const { image, history, dispatch, stageRef, isInSight, work, onApply, onCancel } = props
  const { isFullScreen, onFullScreen } = props
  const edit = history.present
  const [group, setGroup] = useState<GroupId>('adjust')
  const [proportion, setProportion] = useState<ProportionId>('free')
  const [view, setView] = useState(fitView)
  const [isComparing, setIsComparing] = useState(false)
  const [splitShare, setSplitShare] = useState(0.5)
  const stage = useStageSize(stageRef)
  const workRef = useRef<HTMLDivElement>(null)
  const applyRef = useRef<HTMLButtonElement>(null)

  const isCropping = group === 'crop'
  const shown = useMemo(
    () => (isCropping ? { ...withArea(edit, wholeArea), resizeWidth: 0, resizeHeight: 0 } : edit),
    [edit, isCropping],
  )
  const { turned, output } = useMemo(() => editGeometry(image, edit), [image, edit])
  const content = isCropping ? turned : output
  const wanted = pixelProportion(proportion, turned)

  const onChange: ControlProps['onChange'] = (change, what) =>
    dispatch({ type: 'change', edit: { ...edit, ...change }, what })
  const onSettle = () => dispatch({ type: 'settle' })
  const undo = () => dispatch({ type: 'undo' })
  const redo = () => dispatch({ type: 'redo' })
  useEditKeys(isInSight && !work, undo, redo)
  useFocusOnPhase(work ? 'working' : 'idle', work ? workRef : applyRef)

  const zoomBy = (factor: number) => setView(now => zoomAt(now, factor, middle, stage, content))
  const zoomPercent = Math.round((stage.width > 0 ? fitScale(stage, content) * view.zoom : 1) * 100)
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-1 max-md:sticky max-md:top-0 max-md:z-10 max-md:-mx-4 max-md:bg-surface max-md:px-4 max-md:pb-2">
          <StageBar
            canUndo={history.past.length > 0}
            canRedo={history.future.length > 0}
            isChanged={!isSameEdit(edit, usualImageEdit)}
            onUndo={undo}
            onRedo={redo}
            onReset={() => {
              dispatch({ type: 'change', edit: usualImageEdit, what: 'reset' })
              onSettle()
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
            shown={shown}
            stage={stage}
            content={content}
            view={view}
            onView={setView}
            crop={
              isCropping
                ? { proportion: wanted === undefined ? undefined : percentProportion(wanted, turned) }
                : undefined
            }
            onCrop={area => onChange(withArea(edit, area), 'crop')}
            onSettle={onSettle}
            splitShare={isComparing ? splitShare : undefined}
            onSplit={setSplitShare}
            isInSight={isInSight}
          />
          <p className="figures flex justify-between gap-3 text-xs text-ink-muted">
            <span className="truncate">{image.file.name}</span>
            <output className="shrink-0">{imageEditorMessages.size(output.width, output.height)}</output>
          </p>
        </div>
        {work ? (
          // In a box of its own it stays in the place of the tools, on phones too.
          <div className="stage-high md:mt-11">
            <ProgressPanel
              panelRef={workRef}
              title={imageEditorMessages.rendering}
              percent={work.percent}
              progressLabel={imageEditorMessages.renderProgress}
              caption={imageEditorMessages.steps[work.step]}
              cancelLabel={imageEditorMessages.cancel}
              isCanceling={false}
              onCancel={onCancel}
            />
          </div>
        ) : (
          <Panel className="below-stage flex min-w-0 flex-col overflow-hidden stage-high md:mt-11">
            <ControlPanels
              copy={image.copy}
              edit={edit}
              size={image}
              group={group}
              onGroup={next => {
                setGroup(next)
                // The frame needs the whole picture in sight.
                if (next === 'crop' || isCropping) setView(fitView)
              }}
              proportion={proportion}
              onProportion={setProportion}
              onChange={onChange}
              onSettle={onSettle}
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
          disabled={work !== undefined}
          onClick={onApply}
        >
          {imageEditorMessages.apply}
        </Button>
      </div>
    </div>
  )
}
