/** Toolbar above the page image: page selection and zoom. */
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'

const { result: texts } = ocrMessages

/** 1 fits the width of the pane. */
const zoomSteps: readonly number[] = [1, 1.5, 2, 3, 4]

interface ImageToolbarProps {
  readonly page: number
  /** Numbers of all pages, in order. */
  readonly pageNumbers: readonly number[]
  readonly onPage: (page: number) => void
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

export function ImageToolbar({ page, pageNumbers, onPage, zoom, onZoom }: ImageToolbarProps) {
  const pageIndex = pageNumbers.indexOf(page)
  const previous = pageNumbers[pageIndex - 1]
  const next = pageNumbers[pageIndex + 1]
  const zoomIndex = zoomSteps.indexOf(zoom)
  const previousZoom = zoomSteps[zoomIndex - 1]
  const nextZoom = zoomSteps[zoomIndex + 1]
  return (
    <div className="@container">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        {pageNumbers.length > 1 ? (
          <div className="flex items-center gap-1">
            <ToolButton
              label={texts.previousPage}
              isDisabled={previous === undefined}
              onClick={() => previous && onPage(previous)}
            >
              <Icon of={ChevronLeft} />
            </ToolButton>
            <label className="flex items-center gap-2 font-semibold">
              <span className="@max-[25rem]:sr-only">{texts.page}</span>
              <select
                value={page}
                onChange={event => onPage(Number(event.currentTarget.value))}
                className="figures min-h-10 rounded border border-line-strong bg-surface px-2"
              >
                {pageNumbers.map(number => (
                  <option key={number}>{number}</option>
                ))}
              </select>
              <span className="font-normal text-ink-muted">{texts.ofPages(pageNumbers.length)}</span>
            </label>
            <ToolButton
              label={texts.nextPage}
              isDisabled={next === undefined}
              onClick={() => next && onPage(next)}
            >
              <Icon of={ChevronRight} />
            </ToolButton>
          </div>
        ) : (
          <p className="font-semibold">{texts.image}</p>
        )}
        <div className="ml-auto flex items-center gap-1">
          <ToolButton
            label={texts.zoomOut}
            isDisabled={previousZoom === undefined}
            onClick={() => previousZoom && onZoom(previousZoom)}
          >
            <Icon of={ZoomOut} />
          </ToolButton>
          <output className="figures w-10 text-center text-xs">{Math.round(zoom * 100)}%</output>
          <ToolButton
            label={texts.zoomIn}
            isDisabled={nextZoom === undefined}
            onClick={() => nextZoom && onZoom(nextZoom)}
          >
            <Icon of={ZoomIn} />
          </ToolButton>
        </div>
      </div>
    </div>
  )
}
