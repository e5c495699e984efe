/** The page image with boxes around its words; clicking one selects it in the text. */

import type { RecognizedPage, RecognizedWord } from '@filesmith/contract/schemas/recognition'
import { ocrMessages } from '@filesmith/contract/tools/ocr/messages'
import { type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
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
