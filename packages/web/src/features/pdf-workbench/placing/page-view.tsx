/** One large page on which areas are marked, a signature is placed, or the crop is drawn. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import {
  ChevronLeft,
  ChevronRight,
  LayoutGrid,
  Maximize,
  Pointer,
  SquareDashed,
  SquarePlus,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { type Area, clamp } from '../../../lib/area-frame/area.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import { useIsTouch } from '../../../ui/use-is-touch.ts'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usePageSize } from '../drawing/use-page-bitmap.ts'
import { useScrolled } from '../grid/use-scrolled.ts'
import { allPages, positionOf, type WorkPage } from '../model/page-workspace.ts'
import type { Workbench } from '../use-workbench.ts'
import { fitInto, type PageSize, percentRatio, rotateSize, unrotateArea } from './place.ts'
import { PlacingSheet } from './placing-sheet.tsx'

const { placing: texts, preview } = workbenchMessages

export const pageViewId = 'workbench-page-view'

interface PageViewProps {
  readonly workbench: Workbench
  readonly drawing: PageDrawing
  readonly kind: 'mark' | 'stamp' | 'crop'
  readonly onShowAll: () => void
}

const zoomFactors = [1, 1.5, 2, 3, 4] as const
/** Around the page, on both sides together. */
const paddingPx = 32
/** Added without a pointer: in percent of the page, as wide as a line of text, or half of the page. */
const newMark: Area = { x: 30, y: 45, width: 40, height: 6 }
const newStamp: Area = { x: 55, y: 70, width: 35, height: 20 }
/** A signature where the page was clicked. */
const clickedSide = 30

export function PageView({ workbench, drawing, kind, onShowAll }: PageViewProps) {
  const { workspace, sources, dispatch, placing } = workbench
  const pages = allPages(workspace)
  const position = Math.max(1, positionOf(workspace, workspace.focus))
  const page = pages[position - 1]
  const isReady = sources.get(page?.source ?? '')?.state.phase === 'open'
  const size = usePageSize(drawing, { source: page?.source, page: page?.page ?? 0, isReady })
  const [zoom, setZoom] = useState(0)
  const [isFingerDrawing, setIsFingerDrawing] = useState(false)
  const [newest, setNewest] = useState<string>()
  const isTouch = useIsTouch()
  const boxRef = useRef<HTMLDivElement>(null)
  const box = useScrolled(boxRef)
  const go = (by: -1 | 1) => dispatch({ type: 'focus', by, isExtending: false })

  /** Areas come as they are drawn on the page as it is seen. */
  const add = (seen: Area) => {
    if (!page || !size || kind === 'crop') return
    const { signature } = placing
    if (kind === 'stamp' && !signature) return
    const seenSize = rotateSize(size, page.rotation)
    const ratio =
      signature && percentRatio(signature.width / signature.height, seenSize.width / seenSize.height)
    const area = kind === 'stamp' && ratio !== undefined ? fitInto(seen, ratio) : seen
    setNewest(
      placing.add({
        kind,
        page: page.id,
        area: unrotateArea(area, page.rotation),
        pageRatio: size.width / size.height,
      }),
    )
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'PageDown' && event.key !== 'PageUp') return
    event.preventDefault()
    go(event.key === 'PageDown' ? 1 : -1)
  }
  const factor = zoomFactors[zoom] ?? 1
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside
    <div id={pageViewId} onKeyDown={handleKey} className="scroll-mt-20">
      <div
        role="toolbar"
        aria-label={texts.toolbar}
        className="flex flex-wrap items-center gap-x-1 border-b border-line px-2 py-1"
      >
        <Button variant="quiet" className="px-3!" onClick={onShowAll}>
          <Icon of={LayoutGrid} /> {texts.showAll}
        </Button>
        <div className="flex items-center">
          <ToolButton label={preview.previous} isDisabled={position <= 1} onClick={() => go(-1)}>
            <Icon of={ChevronLeft} />
          </ToolButton>
          <p className="figures text-xs whitespace-nowrap" aria-live="polite">
            {preview.title(position, pages.length)}
          </p>
          <ToolButton label={preview.next} isDisabled={position >= pages.length} onClick={() => go(1)}>
            <Icon of={ChevronRight} />
          </ToolButton>
        </div>
        <div className="ml-auto flex items-center">
          {kind === 'mark' && isTouch ? (
            <ToolButton
              label={texts.drawByFinger}
              isPressed={isFingerDrawing}
              onClick={() => setIsFingerDrawing(!isFingerDrawing)}
            >
              <Icon of={isFingerDrawing ? SquareDashed : Pointer} />
            </ToolButton>
          ) : null}
          <ToolButton label={texts.zoomOut} isDisabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
            <Icon of={ZoomOut} />
          </ToolButton>
          <ToolButton label={texts.zoomFit} isDisabled={zoom === 0} onClick={() => setZoom(0)}>
            <Icon of={Maximize} />
          </ToolButton>
          <ToolButton
            label={texts.zoomIn}
            isDisabled={zoom === zoomFactors.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            <Icon of={ZoomIn} />
          </ToolButton>
        </div>
        {kind === 'crop' ? null : (
          <Button
            disabled={!size || (kind === 'stamp' && !placing.signature)}
            onClick={() => add(kind === 'mark' ? newMark : newStamp)}
          >
            <Icon of={SquarePlus} /> {kind === 'mark' ? texts.addMark : texts.addStamp}
          </Button>
        )}
      </div>
      <div
        ref={boxRef}
        className="grid h-[56dvh] min-h-80 overflow-auto md:h-[min(72dvh,56rem)] bg-surface-sunken p-4"
      >
        {page && size ? (
          <PlacingSheet
            key={page.id}
            workbench={workbench}
            drawing={drawing}
            kind={kind}
            page={page}
            position={position}
            size={size}
            widthPx={fittedWidth(size, page, box) * factor}
            maxSidePx={factor > 1.5 ? 3200 : 1600}
            canFingerDraw={isFingerDrawing}
            newest={newest}
            onDraw={add}
            onClick={point => {
              if (kind !== 'stamp') return
              const [x, y] = [point.x, point.y].map(at => clamp(at - clickedSide / 2, 0, 100 - clickedSide))
              if (x !== undefined && y !== undefined) add({ x, y, width: clickedSide, height: clickedSide })
            }}
          />
        ) : (
          <p className="place-self-center text-ink-muted">
            {page?.source === undefined ? texts.emptyPage : workbenchMessages.state.opening}
          </p>
        )}
      </div>
      <p className="border-t border-line px-3 py-2 text-xs text-ink-muted">{texts.help[kind]}</p>
    </div>
  )
}

/** Width in pixels at which the whole page is visible. */
function fittedWidth(
  size: PageSize,
  { rotation }: WorkPage,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): number {
  const seen = rotateSize(size, rotation)
  const scale = Math.min((widthPx - paddingPx) / seen.width, (heightPx - paddingPx) / seen.height)
  return Math.max(1, seen.width * scale)
}
