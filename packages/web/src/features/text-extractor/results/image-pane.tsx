/** The picture of a page with the words that were found on it: click one to find it in the text. */
import { ocrMessages } from '@filesmith/contract/messages/ocr'
import type { RecognisedPage } from '@filesmith/contract/schemas/recognition'
import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import type { LinkedWord } from '../linking/linked-words.ts'
import { findWordUnder } from '../linking/word-under.ts'
import { scrollIntoPane } from './scroll-into-pane.ts'
import { useStaysCentred } from './use-stays-centred.ts'
import { WordBoxes } from './word-boxes.tsx'

const { result: texts } = ocrMessages

interface ImagePaneProps {
  readonly page: RecognisedPage
  readonly pageCount: number
  readonly imageUrl: string | undefined
  /** 1 is as wide as the pane. */
  readonly zoom: number
  readonly words: readonly LinkedWord[]
  readonly doubtful: readonly LinkedWord[]
  readonly active: LinkedWord | undefined
  readonly onWord: (index: number, isTouch: boolean) => void
}

/** On screen: about what a fingertip misses. */
const slackPx = 8

export function ImagePane(props: ImagePaneProps) {
  const { page, pageCount, imageUrl, zoom, words, doubtful, active, onWord } = props
  const paneRef = useRef<HTMLElement>(null)
  const sheetRef = useRef<HTMLDivElement>(null)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const hasImage = imageUrl !== undefined && imageUrl !== brokenUrl
  const word = active?.page === page.page ? active.word : undefined

  // A new page is shown from its top, unless its word is further down.
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
  useStaysCentred(paneRef, zoom)

  const point = (event: MouseEvent<HTMLDivElement>) => {
    const sheet = event.currentTarget.getBoundingClientRect()
    const scale = page.width / (sheet.width || page.width)
    const at = { x: (event.clientX - sheet.left) * scale, y: (event.clientY - sheet.top) * scale }
    const index = findWordUnder(words, page.page, at, slackPx * scale)
    const { nativeEvent } = event
    if (index !== undefined)
      onWord(index, 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch')
  }

  return (
    // It scrolls, so it must be reachable by those who have no wheel.
    <section
      ref={paneRef}
      aria-label={texts.image}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls
      tabIndex={0}
      className="h-[min(60dvh,40rem)] overflow-auto overscroll-contain rounded border border-line bg-surface-sunken max-md:h-[36dvh]"
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: with keys one goes through the words of the text */}
      <div
        ref={sheetRef}
        onClick={point}
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
