/** The text under somebody's hands, and where the words of the picture are in it now. */
import { useEffect, useState } from 'react'
import { keepEdits, readEdits } from './edit-journal.ts'
import type { Extraction } from './extraction.ts'
import { type LinkedWord, linkWords, moveWords } from './linked-words.ts'
import { applyEdit, findEdit, joinEdits, type TextEdit } from './text-edit.ts'

interface Linked {
  readonly text: string
  readonly words: readonly LinkedWord[]
  readonly edits: readonly TextEdit[]
}

export interface LinkedText extends Linked {
  readonly isChanged: boolean
  readonly change: (text: string, caret: number) => void
  readonly restore: () => void
}

/** A pause in the typing is the moment to write it down. */
const keepAfterMs = 400

/** For one extraction; another one is another component. */
export function useLinkedText({ state, text, recognition }: Extraction): LinkedText {
  const asRecognised = (): Linked => ({
    text,
    words: recognition ? linkWords(recognition) : [],
    edits: [],
  })
  const [linked, setLinked] = useState(() => {
    const edits = readEdits(state.id)
    const isSound = (edit: TextEdit) => edit.start >= 0 && edit.start <= edit.end
    return edits.every(isSound) ? edits.reduce(withEdit, asRecognised()) : asRecognised()
  })
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

  return {
    ...linked,
    isChanged: linked.text !== text,
    change(next, caret) {
      const edit = findEdit(linked.text, next, caret)
      if (edit) setLinked(withEdit(linked, edit))
    },
    restore: () => setLinked(asRecognised()),
  }
}

function withEdit({ text, words, edits }: Linked, edit: TextEdit): Linked {
  const last = edits.at(-1)
  const joined = last && joinEdits(last, edit)
  return {
    text: applyEdit(text, edit),
    words: moveWords(words, edit),
    edits: joined ? edits.with(-1, joined) : [...edits, edit],
  }
}
