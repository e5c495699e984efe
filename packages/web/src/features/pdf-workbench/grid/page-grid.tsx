/** Scrolled grid of all pages. Only visible rows are in the document; one page has the keyboard focus. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef } from 'react'
import type { PageDrawing } from '../drawing/page-drawing.ts'
import { type GridRow, gridGapPx, layOut, spanOfPage, visibleRows } from '../model/grid-layout.ts'
import { positionOf, targetPages } from '../model/page-workspace.ts'
import type { Workbench } from '../use-workbench.ts'
import { DocumentRow } from './document-row.tsx'
import { actionOfKey } from './grid-keys.ts'
import { PageTile } from './page-tile.tsx'
import { usePageDrag } from './use-page-drag.ts'
import { useScrolled } from './use-scrolled.ts'

interface PageGridProps {
  readonly workbench: Workbench
  readonly drawing: PageDrawing
  readonly minTilePx: number
  readonly onPreview: () => void
}

const paddingPx = 12

export function PageGrid({ workbench, drawing, minTilePx, onPreview }: PageGridProps) {
  const { workspace, sources, dispatch } = workbench
  const scrollerRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  /** Taps select and deselect, so that two of them do not open the preview. */
  const wasTouch = useRef(false)
  const id = useId()
  const { widthPx, heightPx, scrollTop } = useScrolled(scrollerRef)
  const layout = layOut(workspace.documents, Math.max(0, widthPx - 2 * paddingPx), minTilePx)
  const focusIndex = positionOf(workspace, workspace.focus) - 1

  const { drag, onPointerDown, isDragClick } = usePageDrag({
    scrollerRef,
    contentRef,
    layout,
    onStart(pageId) {
      if (!workspace.selected.has(pageId)) dispatch({ type: 'select', page: pageId, mode: 'only' })
    },
    onDrop: place => dispatch({ type: 'move', place }),
  })

  const showFocus = useEffectEvent(() => {
    const span = spanOfPage(layout, focusIndex)
    const scroller = scrollerRef.current
    if (!span || !scroller) return
    if (span.top < scroller.scrollTop) scroller.scrollTop = span.top
    const bottom = span.top + span.height + paddingPx
    if (bottom > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = bottom - scroller.clientHeight
  })
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the focus
  useEffect(() => {
    if (!isFirst.current) showFocus()
    isFirst.current = false
  }, [workspace.focus, focusIndex])

  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const action = actionOfKey(event, workspace, layout)
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (action === 'preview') onPreview()
    else dispatch(action)
  }
  const handleClick = (event: MouseEvent) => {
    const page = pageOf(event.target)
    if (page === undefined || isDragClick()) return
    const isToggled = event.ctrlKey || event.metaKey || wasTouch.current
    dispatch({ type: 'select', page, mode: event.shiftKey ? 'range' : isToggled ? 'toggle' : 'only' })
  }

  const shown = visibleRows(layout, scrollTop, heightPx)
  const isFocusShown = shown.some(
    row => row.kind === 'pages' && focusIndex >= row.firstIndex && focusIndex < row.firstIndex + row.count,
  )
  const lifted = new Set(drag ? targetPages(workspace).map(page => page.id) : [])
  const renderRow = (row: GridRow) =>
    row.kind === 'document' ? (
      <DocumentRow document={row.document} index={row.documentIndex} workbench={workbench} />
    ) : (
      row.document.pages.slice(row.from, row.from + row.count).map((page, column) => {
        const source = sources.get(page.source ?? '')
        return (
          <PageTile
            key={page.id}
            cellId={`${id}-${page.id}`}
            page={page}
            drawing={drawing}
            isReady={source?.state.phase === 'open'}
            sourceName={source?.name ?? ''}
            position={row.firstIndex + column + 1}
            pageCount={layout.pageCount}
            columnIndex={column}
            tilePx={layout.tilePx}
            isSelected={workspace.selected.has(page.id)}
            isFocused={page.id === workspace.focus}
            isLifted={lifted.has(page.id)}
          />
        )
      })
    )

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by offset, which tables cannot */}
      <div
        ref={scrollerRef}
        role="grid"
        aria-label={workbenchMessages.grid}
        aria-describedby={`${id}-help`}
        aria-multiselectable="true"
        aria-rowcount={layout.rows.length}
        aria-colcount={layout.columns}
        aria-activedescendant={isFocusShown ? `${id}-${workspace.focus}` : undefined}
        tabIndex={0}
        onKeyDown={handleKey}
        onClick={handleClick}
        onDoubleClick={event => !wasTouch.current && pageOf(event.target) !== undefined && onPreview()}
        onPointerDown={event => {
          wasTouch.current = event.pointerType === 'touch'
          onPointerDown(event, pageOf(event.target))
        }}
        style={{ padding: paddingPx }}
        className="group/grid relative h-[max(20rem,min(62dvh,44rem))] overflow-y-auto bg-paper outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--focus)]"
      >
        <div ref={contentRef} role="presentation" style={{ height: layout.height }} className="relative">
          {shown.map(row => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useSemanticElements: not a table, and the grid has the focus, with aria-activedescendant
            <div
              key={row.kind === 'document' ? row.document.id : `${row.document.id}-${row.from}`}
              role="row"
              aria-rowindex={layout.rows.indexOf(row) + 1}
              style={{ top: row.top, height: row.height, gap: gridGapPx }}
              className={`absolute inset-x-0 ${row.kind === 'pages' ? 'flex' : ''}`}
            >
              {renderRow(row)}
            </div>
          ))}
          {drag?.place ? (
            <div
              data-drop-place
              aria-hidden="true"
              style={{ left: drag.place.left - 2, top: drag.place.top, height: drag.place.height }}
              className="pointer-events-none absolute w-1 rounded bg-accent forced-colors:bg-[Highlight]"
            />
          ) : null}
        </div>
      </div>
      <p id={`${id}-help`} hidden>
        {workbenchMessages.gridHelp}
      </p>
      {drag ? (
        <div
          aria-hidden="true"
          style={{ left: drag.clientX + 14, top: drag.clientY + 14 }}
          className="figures pointer-events-none fixed z-30 rounded border border-ink bg-surface-raised px-3 py-1.5 text-xs font-semibold shadow-float"
        >
          {workbenchMessages.dragging(lifted.size)}
        </div>
      ) : null}
    </>
  )
}

function pageOf(target: EventTarget): string | undefined {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-page]') : null
  return tile?.dataset.page
}
