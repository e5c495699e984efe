/** The active word shared by text and image, its page, and navigation between words and pages. */
import type { RecognizedPage } from '@filesmith/contract/schemas/recognition'
import { type RefObject, useMemo, useState } from 'react'
import {
  findDoubtful,
  findPageAt,
  findPageStart,
  findWordAt,
  type LinkedWord,
} from '../linking/linked-words.ts'
import type { TextPaneHandle } from './text-pane.tsx'

interface ActiveWordOptions {
  readonly text: string
  readonly words: readonly LinkedWord[]
  readonly uncertain: readonly number[]
  readonly pages: readonly RecognizedPage[]
  readonly textPane: RefObject<TextPaneHandle | null>
}

export function useActiveWord({ text, words, uncertain, pages, textPane }: ActiveWordOptions) {
  const [caret, setCaret] = useState(0)
  const [activeIndex, setActiveIndex] = useState<number>()
  const [pageNumber, setPageNumber] = useState(pages[0]?.page ?? 1)
  const doubtful = useMemo(() => findDoubtful(words, uncertain, text), [words, uncertain, text])

  const goToWord = (index: number, shouldFocus: boolean) => {
    const linked = words[index]
    if (!linked) return
    setCaret(linked.start)
    setActiveIndex(index)
    setPageNumber(linked.page)
    textPane.current?.select(linked, shouldFocus)
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
      // The button keeps the focus, so that it can be pressed again.
      if (next) goToWord(words.indexOf(next), false)
    },
    goToPage(target: number) {
      setPageNumber(target)
      setActiveIndex(undefined)
      const start = findPageStart(words, target)
      if (start !== undefined) textPane.current?.showFrom(start)
    },
    letGo: () => setActiveIndex(undefined),
  }
}
