/** State of the edited text and the positions of its recognized words. */
import { useEffect, useState } from 'react'
import type { Extraction } from '../extraction.ts'
import { findUncertain, type LinkedWord, linkWords, moveWords } from './linked-words.ts'
import { readOcrEdits, saveOcrEdits } from './ocr-edit-storage.ts'
import { applyEdit, findEdit, joinEdits, type TextEdit } from './text-edit.ts'
import { editSections, sectionStartsOf, splitIntoSections } from './text-sections.ts'

interface LinkedState {
  readonly text: string
  /** The same text, split into the sections of the textareas. */
  readonly sections: readonly string[]
  readonly words: readonly LinkedWord[]
  readonly edits: readonly TextEdit[]
}

export interface LinkedText extends LinkedState {
  /** Indices of words recognized with low confidence. */
  readonly uncertain: readonly number[]
  readonly isChanged: boolean
  /** Sets the text of a section, with the caret position after the change. */
  readonly change: (section: number, text: string, caret: number) => void
  /** Removes the line break between a section and the previous one. */
  readonly join: (section: number) => void
  readonly restore: () => void
  /** Undoes `restore`; absent if there is nothing to undo. */
  readonly undoRestore: (() => void) | undefined
}

/** Edits are saved after a pause in typing. */
const saveDelayMs = 400

/** For one extraction: the component is remounted for another one. */
export function useLinkedText({ state, text, recognition }: Extraction): LinkedText {
  const initialState = (): LinkedState => ({
    text,
    sections: splitIntoSections(text),
    words: recognition ? linkWords(recognition) : [],
    edits: [],
  })
  const [linked, setLinked] = useState(() => {
    const edits = readOcrEdits(state.id)
    const isValid = (edit: TextEdit) => edit.start >= 0 && edit.start <= edit.end
    if (!edits.every(isValid)) return initialState()
    const changed = edits.reduce(withEdit, initialState())
    return { ...changed, sections: splitIntoSections(changed.text) }
  })
  const [uncertain] = useState(() => findUncertain(linked.words))
  const [discarded, setDiscarded] = useState<LinkedState>()
  const { edits } = linked

  useEffect(() => {
    const save = () => saveOcrEdits(state.id, edits)
    const timer = setTimeout(save, saveDelayMs)
    // Save at once when the page is closed.
    window.addEventListener('pagehide', save)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', save)
    }
  }, [state.id, edits])

  const applyChange = (edit: TextEdit) => {
    setLinked(withEdit(linked, edit))
    setDiscarded(undefined)
  }

  return {
    ...linked,
    uncertain,
    isChanged: linked.text !== text,
    change(section, next, caret) {
      const edit = findEdit(linked.sections[section] ?? '', next, caret)
      const from = sectionStartsOf(linked.sections)[section] ?? 0
      if (edit) applyChange({ ...edit, start: from + edit.start, end: from + edit.end })
    },
    join(section) {
      const end = sectionStartsOf(linked.sections)[section] ?? 0
      applyChange({ start: end - 1, end, inserted: '' })
    },
    restore() {
      setLinked(initialState())
      setDiscarded(linked)
    },
    undoRestore:
      discarded &&
      (() => {
        setLinked(discarded)
        setDiscarded(undefined)
      }),
  }
}

function withEdit({ text, sections, words, edits }: LinkedState, edit: TextEdit): LinkedState {
  const last = edits.at(-1)
  const joined = last && joinEdits(last, edit)
  return {
    text: applyEdit(text, edit),
    sections: editSections(sections, edit),
    words: moveWords(words, edit),
    edits: joined ? edits.with(-1, joined) : [...edits, edit],
  }
}
