/** The word that text and picture both show, the page it is on, and the ways to go from one to another. */
import type { RecognisedPage } from '@filesmith/contract/schemas/recognition'
import { type RefObject, useMemo, useState } from 'react'
import {
  findDoubtful,
  findPageAt,
  findPageStart,
  findWordAt,
  type LinkedWord,
} from '../linking/linked-words.ts'
import type { TextPaneHandle } from './text-pane.tsx'

interface WordInHandSettings {
  readonly text: string
  readonly words: readonly LinkedWord[]
  readonly unsure: readonly number[]
  readonly pages: readonly RecognisedPage[]
  readonly textPane: RefObject<TextPaneHandle | null>
}

export function useWordInHand({ text, words, unsure, pages, textPane }: WordInHandSettings) {
  const [caret, setCaret] = useState(0)
  const [activeIndex, setActiveIndex] = useState<number>()
  const [pageNumber, setPageNumber] = useState(pages[0]?.page ?? 1)
  const doubtful = useMemo(() => findDoubtful(words, unsure, text), [words, unsure, text])

  const goToWord = (index: number, takesFocus: boolean) => {
    const linked = words[index]
    if (!linked) return
    setCaret(linked.start)
    setActiveIndex(index)
    setPageNumber(linked.page)
    textPane.current?.select(linked, takesFocus)
  }

  return {
    page: pages.find(({ page }) => page === pageNumber) ?? pages[0],
    active: activeIndex === undefined ? undefined : words[activeIndex],
    doubtful,
    goToWord,
    followCaret(offset: number) {
      setCaret(offset)
      setActiveIndex(findWordAt(words, offset))
      const caretPage = findPageAt(words, offset)
      if (caretPage !== undefined) setPageNumber(caretPage)
    },
    goToDoubtful(direction: 1 | -1) {
      const next =
        direction === 1
          ? (doubtful.find(({ start }) => start > caret) ?? doubtful[0])
          : (doubtful.findLast(({ start }) => start < caret) ?? doubtful.at(-1))
      // The button keeps the focus, to be pressed again.
      if (next) goToWord(words.indexOf(next), false)
    },
    goToPage(wanted: number) {
      setPageNumber(wanted)
      setActiveIndex(undefined)
      const start = findPageStart(words, wanted)
      if (start !== undefined) textPane.current?.showFrom(start)
    },
    letGo: () => setActiveIndex(undefined),
  }
}
