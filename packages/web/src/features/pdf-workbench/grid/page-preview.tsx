/** Large preview of the page with the focus. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { ChevronLeft, ChevronRight, RotateCcwSquare, RotateCwSquare } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usePageBitmap } from '../drawing/use-page-bitmap.ts'
import { allPages, positionOf, type WorkPage } from '../model/page-workspace.ts'
import type { Workbench } from '../use-workbench.ts'

const { preview: texts, tools } = workbenchMessages
const maxSidePx = 1600

interface PagePreviewProps {
  readonly workbench: Workbench
  readonly drawing: PageDrawing
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onClosed: () => void
}

export function PagePreview({ workbench, drawing, isOpen, onClose, onClosed }: PagePreviewProps) {
  const { workspace, sources, dispatch } = workbench
  const pages = allPages(workspace)
  const position = positionOf(workspace, workspace.focus)
  const page = pages[position - 1]
  const go = (by: -1 | 1) => dispatch({ type: 'focus', by, isExtending: false })
  const rotate = (degrees: 90 | -90) => {
    if (!page) return
    dispatch({ type: 'select', page: page.id, mode: 'only' })
    dispatch({ type: 'rotate', degrees })
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1)
    if (event.key === 'ArrowRight') go(1)
    if (event.key.toLowerCase() === 'r' && !event.ctrlKey && !event.metaKey) rotate(event.shiftKey ? -90 : 90)
  })
  useEffect(() => {
    if (!isOpen) return
    const controller = new AbortController()
    window.addEventListener('keydown', event => handleKey(event), { signal: controller.signal })
    return () => controller.abort()
  }, [isOpen])
  return (
    <Overlay
      isOpen={isOpen && page !== undefined}
      isWide
      title={texts.title(position, pages.length)}
      onLeave={onClose}
      onClosed={onClosed}
    >
      <div className="mt-3 flex flex-col gap-3">
        {page ? (
          <LargePage
            key={page.id}
            page={page}
            position={position}
            drawing={drawing}
            isReady={sources.get(page.source ?? '')?.state.phase === 'open'}
          />
        ) : null}
        <div className="flex flex-wrap items-center gap-1">
          <ToolButton label={texts.previous} isDisabled={position <= 1} onClick={() => go(-1)}>
            <Icon of={ChevronLeft} />
          </ToolButton>
          <ToolButton label={texts.next} isDisabled={position >= pages.length} onClick={() => go(1)}>
            <Icon of={ChevronRight} />
          </ToolButton>
          <ToolButton label={tools.rotateLeft} onClick={() => rotate(-90)}>
            <Icon of={RotateCcwSquare} />
          </ToolButton>
          <ToolButton label={tools.rotateRight} onClick={() => rotate(90)}>
            <Icon of={RotateCwSquare} />
          </ToolButton>
          <Button className="ml-auto" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </div>
    </Overlay>
  )
}

interface LargePageProps {
  readonly page: WorkPage
  readonly position: number
  readonly drawing: PageDrawing
  readonly isReady: boolean
}

function LargePage({ page, position, drawing, isReady }: LargePageProps) {
  const { source, rotation } = page
  const { canvasRef, state } = usePageBitmap(drawing, { source, page: page.page, maxSidePx, isReady })
  const isSideways = rotation % 180 !== 0
  return (
    <div className="@container-size relative grid h-[min(68dvh,52rem)] place-items-center overflow-hidden rounded bg-surface-sunken">
      {state === 'failed' ? <p className="text-ink-muted">{texts.failed}</p> : null}
      {source === undefined ? <div className="aspect-[1/1.414] h-[94%] border border-line bg-sheet" /> : null}
      <canvas
        ref={canvasRef}
        role="img"
        aria-label={texts.image(position)}
        hidden={state !== 'drawn'}
        style={{
          maxWidth: isSideways ? '96cqh' : '96cqw',
          maxHeight: isSideways ? '96cqw' : '96cqh',
          rotate: `${rotation}deg`,
        }}
        className="absolute top-1/2 left-1/2 -translate-1/2 border border-line bg-sheet"
      />
    </div>
  )
}
