/** Above the picture: which page it is, and how large. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'

const { result: texts } = ocrMessages

/** As wide as the pane, and up from there. */
const zoomSteps: readonly number[] = [1, 1.5, 2, 3, 4]

interface ImageBarProps {
  readonly page: number
  /** Of all pages, in their order. */
  readonly pageNumbers: readonly number[]
  readonly onPage: (page: number) => void
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

export function ImageBar({ page, pageNumbers, onPage, zoom, onZoom }: ImageBarProps) {
  const pageIndex = pageNumbers.indexOf(page)
  const previous = pageNumbers[pageIndex - 1]
  const next = pageNumbers[pageIndex + 1]
  const zoomIndex = zoomSteps.indexOf(zoom)
  const smaller = zoomSteps[zoomIndex - 1]
  const larger = zoomSteps[zoomIndex + 1]
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
            isDisabled={smaller === undefined}
            onClick={() => smaller && onZoom(smaller)}
          >
            <Icon of={ZoomOut} />
          </ToolButton>
          <output className="figures w-10 text-center text-xs">{Math.round(zoom * 100)}%</output>
          <ToolButton
            label={texts.zoomIn}
            isDisabled={larger === undefined}
            onClick={() => larger && onZoom(larger)}
          >
            <Icon of={ZoomIn} />
          </ToolButton>
        </div>
      </div>
    </div>
  )
}
