/** The pages with their toolbar, selection, uploads and notices. */
import { lockedFileMessages } from '@filesmith/contract/messages/locked-file'
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { FilePlus, Lock, RectangleVertical, ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { nameOf, totalBytesOf, uploadedBytesOf } from '../../lib/file-list/listed-file.ts'
import { pickedFrom } from '../../lib/file-list/picked-file.ts'
import { Button } from '../../ui/button.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import type { PageDrawing } from './drawing/page-drawing.ts'
import { FormView } from './form/form-view.tsx'
import { undoOfKey } from './grid/grid-keys.ts'
import { PageGrid } from './grid/page-grid.tsx'
import { PagePreview } from './grid/page-preview.tsx'
import { PageToolbar } from './grid/page-toolbar.tsx'
import { SelectionBar } from './grid/selection-bar.tsx'
import { zoomLevels } from './model/grid-layout.ts'
import { allPages } from './model/page-workspace.ts'
import { PageView } from './placing/page-view.tsx'
import { workbenchFiles } from './sources/group-picked.ts'
import type { Workbench } from './use-workbench.ts'

interface WorkspacePanelProps {
  readonly workbench: Workbench
  readonly drawing: PageDrawing
  /** While the job runs and when its result is shown. */
  readonly isFixed: boolean
}

const defaultZoom = 1

export function WorkspacePanel({ workbench, drawing, isFixed }: WorkspacePanelProps) {
  const { workspace, said, dispatch } = workbench
  const [zoom, setZoom] = useState(defaultZoom)
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  const isForm = workbench.action?.view === 'form'
  const panelRef = useRef<HTMLDivElement>(null)
  const pageCount = allPages(workspace).length
  const placingKind = workbench.action?.placing
  const [isGridShown, setIsGridShown] = useState(false)
  const isPageShown = placingKind !== undefined && !isGridShown && pageCount > 0
  const openPreview = () => setIsPreviewOpen(pageCount > 0)

  const handleKey = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    const action = isTyping ? undefined : undoOfKey(event)
    if (!action) return
    event.preventDefault()
    dispatch(action)
  }
  return (
    <Panel
      ref={panelRef}
      inert={isFixed}
      onKeyDown={handleKey}
      className={`overflow-hidden transition-colors group-data-[drag=area]/zone:border-accent group-data-[drag=page]/zone:border-accent ${isFixed ? 'opacity-60' : ''}`}
    >
      <div className="ruler" aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <FilePickerButton
          accept={workbenchFiles}
          onPick={files => workbench.addPicked(pickedFrom(files))}
          isDisabled={isFixed}
        >
          <Icon of={FilePlus} /> {workbenchMessages.tools.add}
        </FilePickerButton>
        {placingKind && isGridShown ? (
          <Button onClick={() => setIsGridShown(false)}>
            <Icon of={RectangleVertical} /> {workbenchMessages.placing.showPage}
          </Button>
        ) : null}
        <div className={isPageShown || isForm ? 'hidden' : 'flex'}>
          <ToolButton
            label={workbenchMessages.tools.smaller}
            isDisabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          >
            <Icon of={ZoomOut} />
          </ToolButton>
          <ToolButton
            label={workbenchMessages.tools.larger}
            isDisabled={zoom === zoomLevels.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            <Icon of={ZoomIn} />
          </ToolButton>
        </div>
      </div>
      {isPageShown ? (
        <PageView
          workbench={workbench}
          drawing={drawing}
          kind={placingKind}
          onShowAll={() => setIsGridShown(true)}
        />
      ) : isForm ? (
        <>
          <Notices workbench={workbench} />
          <FormView workbench={workbench} drawing={drawing} />
        </>
      ) : (
        <>
          <PageToolbar workbench={workbench} onPreview={openPreview} />
          <Notices workbench={workbench} />
          <PageGrid
            workbench={workbench}
            drawing={drawing}
            minTilePx={zoomLevels[zoom] ?? zoomLevels[defaultZoom]}
            onPreview={openPreview}
          />
          <SelectionBar workbench={workbench} />
        </>
      )}
      <Uploads workbench={workbench} />
      <div aria-live="polite" className="sr-only">
        <p key={said.number}>{said.text}</p>
      </div>
      <PagePreview
        workbench={workbench}
        drawing={drawing}
        isOpen={isPreviewOpen}
        onClose={() => setIsPreviewOpen(false)}
        onClosed={() => panelRef.current?.querySelector<HTMLElement>('[role=grid]')?.focus()}
      />
    </Panel>
  )
}

/** Protected files of an earlier visit, whose pages are known but cannot be drawn. */
function Notices({ workbench }: Pick<WorkspacePanelProps, 'workbench'>) {
  const { locked, workspace } = workbench
  const pending = new Set(workspace.documents.map(document => document.pending))
  return locked
    .filter(({ id }) => !pending.has(id))
    .map(({ id, name }) => (
      <div
        key={id}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface-sunken px-3 py-2"
      >
        <p className="flex grow items-center gap-2">
          <Icon of={Lock} /> {workbenchMessages.state.lockedNote(name)}
        </p>
        <Button aria-label={lockedFileMessages.enterFor(name)} onClick={() => workbench.askPassword(id)}>
          {lockedFileMessages.enter}
        </Button>
      </div>
    ))
}

/** Uploads that are not complete; their height is reserved only while there are some. */
function Uploads({ workbench }: Pick<WorkspacePanelProps, 'workbench'>) {
  const { list } = workbench.job
  const { files } = list
  const stopped = files.flatMap(file =>
    file.sending.phase === 'stopped' ? [{ ...file, reason: file.sending.reason }] : [],
  )
  const done = files.filter(({ sending }) => sending.phase === 'complete').length
  if (done === files.length) return null
  return (
    <div className="flex flex-col gap-2 border-t border-line px-3 py-2">
      <p className="figures text-xs text-ink-muted">{workbenchMessages.uploading(done, files.length)}</p>
      <ProgressBar
        label={workbenchMessages.uploadProgress}
        percent={(uploadedBytesOf(files) / Math.max(1, totalBytesOf(files))) * 100}
      />
      {stopped.map(file => (
        <div key={file.key} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="grow font-semibold text-danger">
            {workbenchMessages.uploadStopped(nameOf(file))} {file.reason}
          </p>
          <Button onClick={() => list.retry(file.key)}>{workbenchMessages.retryUpload}</Button>
        </div>
      ))}
    </div>
  )
}
