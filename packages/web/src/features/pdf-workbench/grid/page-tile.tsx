/** One page of the grid: its thumbnail, number and selection mark. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { usePageBitmap } from '../drawing/use-page-bitmap.ts'
import { captionPx } from '../model/grid-layout.ts'
import type { WorkPage } from '../model/page-workspace.ts'

const paddingPx = 10
/** Sizes are rounded up to this, so that resizing the window does not draw everything again. */
const sizeStepPx = 64
const maxPixelRatio = 2

interface PageTileProps {
  readonly cellId: string
  readonly page: WorkPage
  readonly drawing: PageDrawing
  /** Whether its file is open. */
  readonly isReady: boolean
  readonly sourceName: string
  /** Over all documents, from 1. */
  readonly position: number
  readonly pageCount: number
  readonly columnIndex: number
  readonly tilePx: number
  readonly isSelected: boolean
  readonly isFocused: boolean
  readonly isLifted: boolean
}

export const PageTile = memo(function PageTile(props: PageTileProps) {
  const { cellId, page, drawing, isReady, sourceName, position, pageCount, columnIndex, tilePx } = props
  const { isSelected, isFocused, isLifted } = props
  const innerPx = tilePx - 2 * paddingPx
  const ratio = Math.min(maxPixelRatio, window.devicePixelRatio || 1)
  const maxSidePx = Math.ceil((innerPx * ratio) / sizeStepPx) * sizeStepPx
  const { source } = page
  const { canvasRef, state } = usePageBitmap(drawing, { source, page: page.page, maxSidePx, isReady })
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: not a table, and the grid has the focus, with aria-activedescendant
    <div
      role="gridcell"
      id={cellId}
      data-page={page.id}
      data-focused={isFocused}
      aria-colindex={columnIndex + 1}
      aria-selected={isSelected}
      aria-label={describePage(props)}
      style={{ width: tilePx }}
      className={`group/tile relative cursor-default touch-pan-y rounded select-none ${isLifted ? 'opacity-45' : ''} outline-offset-1 outline-focus group-focus-visible/grid:data-[focused=true]:outline-2`}
    >
      <div
        style={{ height: tilePx, padding: paddingPx }}
        className="relative grid place-items-center rounded border border-transparent transition-colors group-hover/tile:border-line-strong group-aria-selected/tile:border-ink group-aria-selected/tile:bg-surface-sunken"
      >
        {source === undefined || state === 'waiting' ? (
          <Sheet innerPx={innerPx} isWaiting={source !== undefined} />
        ) : null}
        {state === 'failed' ? (
          <p className="text-center text-xs text-ink-muted">{workbenchMessages.pageDamaged}</p>
        ) : null}
        <canvas
          ref={canvasRef}
          hidden={state !== 'drawn'}
          style={{ maxWidth: innerPx, maxHeight: innerPx, rotate: `${page.rotation}deg` }}
          className="pointer-events-none border border-line bg-sheet transition-[rotate]"
        />
        {isSelected ? (
          <span className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded bg-ink text-ink-inverse forced-colors:border">
            <Icon of={Check} sizePx={16} />
          </span>
        ) : null}
      </div>
      <p
        aria-hidden="true"
        style={{ height: captionPx }}
        className="figures truncate px-1 pt-0.5 text-center text-xs text-ink-muted group-aria-selected/tile:font-semibold group-aria-selected/tile:text-ink"
        title={describePage({ page, position, pageCount, sourceName })}
      >
        {position}
      </p>
    </div>
  )
})

/** An empty page, or one that is being drawn. */
function Sheet({ innerPx, isWaiting }: { readonly innerPx: number; readonly isWaiting: boolean }) {
  return (
    <div
      style={{ height: innerPx, width: Math.round(innerPx / Math.SQRT2) }}
      className={`absolute border border-line bg-sheet ${isWaiting ? 'breathe' : ''}`}
    />
  )
}

function describePage({
  page,
  position,
  pageCount,
  sourceName,
}: Pick<PageTileProps, 'page' | 'position' | 'pageCount' | 'sourceName'>): string {
  return [
    workbenchMessages.page(position, pageCount),
    page.source === undefined
      ? workbenchMessages.blankPage
      : workbenchMessages.fromFile(sourceName, page.page),
    ...(page.rotation === 0 ? [] : [workbenchMessages.rotated(page.rotation)]),
  ].join(', ')
}
