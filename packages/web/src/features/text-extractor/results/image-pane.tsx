/** The page image with boxes around its words; clicking one selects it in the text. */

import type { RecognizedPage, RecognizedWord } from '@filesmith/contract/schemas/recognition'
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react'
import { type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import type { LinkedWord } from '../linking/linked-words.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'

const { result: texts } = ocrMessages

interface ImagePaneProps {
  readonly page: RecognizedPage
  readonly pageCount: number
  readonly imageUrl: string | undefined
  /** 1 fits the width of the pane. */
  readonly zoom: number
  readonly words: readonly LinkedWord[]
  readonly doubtful: readonly LinkedWord[]
  readonly active: LinkedWord | undefined
  readonly onWord: (index: number, isTouch: boolean) => void
}

/** Tolerance of a touch, in screen pixels. */
const tolerancePx = 8

export function ImagePane(props: ImagePaneProps) {
  const { page, pageCount, imageUrl, zoom, words, doubtful, active, onWord } = props
  const paneRef = useRef<HTMLElement>(null)
  const sheetRef = useRef<HTMLDivElement>(null)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const hasImage = imageUrl !== undefined && imageUrl !== brokenUrl
  const word = active?.page === page.page ? active.word : undefined

  // A new page is shown from the top, unless its active word is further down.
  useLayoutEffect(() => {
    if (page.page > 0) paneRef.current?.scrollTo?.({ top: 0 })
  }, [page.page])
  useLayoutEffect(() => {
    const sheet = sheetRef.current?.getBoundingClientRect()
    if (!word || !sheet || !paneRef.current || sheet.width === 0) return
    const scale = sheet.width / page.width
    const box = {
      left: sheet.left + word.x * scale,
      top: sheet.top + word.y * scale,
      width: word.width * scale,
      height: word.height * scale,
    }
    scrollIntoPane(paneRef.current, box, 'nearest')
  }, [word, page])
  useKeepCentered(paneRef, zoom)

  const handleClick = (event: MouseEvent<HTMLDivElement>) => {
    const sheet = event.currentTarget.getBoundingClientRect()
    const scale = page.width / (sheet.width || page.width)
    const at = { x: (event.clientX - sheet.left) * scale, y: (event.clientY - sheet.top) * scale }
    const index = findWordAtPoint(words, page.page, at, tolerancePx * scale)
    const { nativeEvent } = event
    if (index !== undefined)
      onWord(index, 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')
  }

  return (
    // Scrollable, so it must be focusable for keyboard users.
    <section
      ref={paneRef}
      aria-label={texts.image}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable pane
      tabIndex={0}
      className="h-[min(60dvh,40rem)] overflow-auto overscroll-contain rounded border border-line bg-surface-sunken max-md:h-[36dvh]"
    >
      {/*
       * biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: keyboard users navigate
       * the words in the text
       */}
      <div
        ref={sheetRef}
        onClick={handleClick}
        style={{ width: `${zoom * 100}%`, aspectRatio: `${page.width} / ${page.height}` }}
        className="relative cursor-pointer bg-surface"
      >
        {hasImage ? (
          <img
            src={imageUrl}
            alt={texts.imageOf(page.page, pageCount)}
            onError={() => setBrokenUrl(imageUrl)}
            draggable={false}
            className="size-full"
          />
        ) : (
          <p className="p-4 text-ink-muted">{texts.noImage}</p>
        )}
        <WordBoxes page={page} doubtful={doubtful} active={word} />
      </div>
    </section>
  )
}

/** Keeps the center of a scroll pane in place while its content is zoomed. */
function useKeepCentered(pane: RefObject<HTMLElement | null>, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const ratio = zoom / before.current
    before.current = zoom
    if (ratio === 1 || !pane.current) return
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = pane.current
    pane.current.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2
    pane.current.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2
  }, [pane, zoom])
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Index into `words`. */
export function findWordAtPoint(
  words: readonly LinkedWord[],
  page: number,
  { x, y }: Point,
  tolerance: number,
): number | undefined {
  let best: { readonly index: number; readonly distance: number; readonly area: number } | undefined
  for (const [index, linked] of words.entries()) {
    if (linked.page !== page) continue
    const { word } = linked
    const distance = Math.max(word.x - x, x - word.x - word.width, word.y - y, y - word.y - word.height, 0)
    if (distance > tolerance) continue
    const area = word.width * word.height
    const isBetter = !best || distance < best.distance || (distance === best.distance && area < best.area)
    if (isBetter) best = { index, distance, area }
  }
  return best?.index
}

type Box = Pick<RecognizedWord, 'x' | 'y' | 'width' | 'height'>

interface WordBoxesProps {
  readonly page: RecognizedPage
  readonly doubtful: readonly LinkedWord[]
  readonly active: RecognizedWord | undefined
}

/** SVG overlay with boxes around the words of a page: all, doubtful, and active. */
function WordBoxes({ page, doubtful, active }: WordBoxesProps) {
  // One path for all boxes: a page has up to 1,000 words.
  const allPath = useMemo(() => page.words.map(outline).join(''), [page])
  const doubtfulPath = doubtful.map(({ word }) => (word === active ? '' : outline(word))).join('')
  return (
    <svg
      viewBox={`0 0 ${page.width} ${page.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full *:[vector-effect:non-scaling-stroke]"
    >
      <path d={allPath} className="ocr-word" />
      <path d={doubtfulPath} className="ocr-word-doubtful" />
      {active ? <path d={outline(enlarged(active))} className="ocr-word-active" /> : null}
    </svg>
  )
}

/** Slightly larger than the word. */
function enlarged({ x, y, width, height }: RecognizedWord): Box {
  return { x: x - 4, y: y - 4, width: width + 8, height: height + 8 }
}

function outline({ x, y, width, height }: Box): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

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
