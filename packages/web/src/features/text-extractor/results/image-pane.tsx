/** The page image with boxes around its words; clicking one selects it in the text. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import type { RecognizedPage } from '@filesmith/contract/schemas/recognition'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { findWordAtPoint } from '../linking/find-word-at-point.ts'
import type { LinkedWord } from '../linking/linked-words.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'
import { useKeepCentered } from './use-keep-centered.ts'
import { WordBoxes } from './word-boxes.tsx'

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
