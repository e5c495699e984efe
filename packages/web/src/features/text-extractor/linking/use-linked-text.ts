/** The text under somebody's hands, and where the words of the picture are in it now. */
import { useEffect, useState } from 'react'
import type { Extraction } from '../extraction.ts'
import { keepEdits, readEdits } from './edit-journal.ts'
import { findUnsure, type LinkedWord, linkWords, moveWords } from './linked-words.ts'
import { applyEdit, findEdit, joinEdits, type TextEdit } from './text-edit.ts'
import { cutText, editSections, startsOf } from './text-sections.ts'

interface Linked {
  readonly text: string
  /** The same text, as it stands in its fields. */
  readonly sections: readonly string[]
  readonly words: readonly LinkedWord[]
  readonly edits: readonly TextEdit[]
}

export interface LinkedText extends Linked {
  /** Which words were recognised without certainty. */
  readonly unsure: readonly number[]
  readonly isChanged: boolean
  /** What a section holds now, and where its caret is. */
  readonly change: (section: number, text: string, caret: number) => void
  /** Takes away the line break between a section and the one before. */
  readonly join: (section: number) => void
  readonly restore: () => void
  /** Takes the restoring back; absent when there is nothing to take back. */
  readonly bringBack: (() => void) | undefined
}

/** A pause in the typing is the moment to write it down. */
const keepAfterMs = 400

/** For one extraction; another one is another component. */
export function useLinkedText({ state, text, recognition }: Extraction): LinkedText {
  const asRecognised = (): Linked => ({
    text,
    sections: cutText(text),
    words: recognition ? linkWords(recognition) : [],
    edits: [],
  })
  const [linked, setLinked] = useState(() => {
    const edits = readEdits(state.id)
    const isAudio = (edit: TextEdit) => edit.start >= 0 && edit.start <= edit.end
    if (!edits.every(isAudio)) return asRecognised()
    const changed = edits.reduce(withEdit, asRecognised())
    return { ...changed, sections: cutText(changed.text) }
  })
  const [unsure] = useState(() => findUnsure(linked.words))
  const [undone, setUndone] = useState<Linked>()
  const { edits } = linked

  useEffect(() => {
    const keep = () => keepEdits(state.id, edits)
    const timer = setTimeout(keep, keepAfterMs)
    // Left in the middle of a word, the page has no time to wait.
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [state.id, edits])

  const take = (edit: TextEdit) => {
    setLinked(withEdit(linked, edit))
    setUndone(undefined)
  }

  return {
    ...linked,
    unsure,
    isChanged: linked.text !== text,
    change(section, next, caret) {
      const edit = findEdit(linked.sections[section] ?? '', next, caret)
      const from = startsOf(linked.sections)[section] ?? 0
      if (edit) take({ ...edit, start: from + edit.start, end: from + edit.end })
    },
    join(section) {
      const end = startsOf(linked.sections)[section] ?? 0
      take({ start: end - 1, end, inserted: '' })
    },
    restore() {
      setLinked(asRecognised())
      setUndone(linked)
    },
    bringBack:
      undone &&
      (() => {
        setLinked(undone)
        setUndone(undefined)
      }),
  }
}

function withEdit({ text, sections, words, edits }: Linked, edit: TextEdit): Linked {
  const last = edits.at(-1)
  const joined = last && joinEdits(last, edit)
  return {
    text: applyEdit(text, edit),
    sections: editSections(sections, edit),
    words: moveWords(words, edit),
    edits: joined ? edits.with(-1, joined) : [...edits, edit],
  }
}
