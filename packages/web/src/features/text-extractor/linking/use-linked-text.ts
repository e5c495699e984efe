/** The text under somebody's hands, and where the words of the picture are in it now. */
import { useEffect, useState } from 'react'
import type { Extraction } from '../extraction.ts'
import { keepEdits, readEdits } from './edit-journal.ts'
import { type LinkedWord, linkWords, moveWords } from './linked-words.ts'
import { cutText, editChunks } from './text-chunks.ts'
import { applyEdit, findEdit, joinEdits, type TextEdit } from './text-edit.ts'

interface Linked {
  readonly text: string
  /** The same text, in pieces. */
  readonly chunks: readonly string[]
  readonly words: readonly LinkedWord[]
  readonly edits: readonly TextEdit[]
}

export interface LinkedText extends Linked {
  readonly isChanged: boolean
  readonly change: (text: string, caret: number) => void
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
    chunks: cutText(text),
    words: recognition ? linkWords(recognition) : [],
    edits: [],
  })
  const [linked, setLinked] = useState(() => {
    const edits = readEdits(state.id)
    const isSound = (edit: TextEdit) => edit.start >= 0 && edit.start <= edit.end
    return edits.every(isSound) ? edits.reduce(withEdit, asRecognised()) : asRecognised()
  })
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

  return {
    ...linked,
    isChanged: linked.text !== text,
    change(next, caret) {
      const edit = findEdit(linked.text, next, caret)
      if (!edit) return
      setLinked(withEdit(linked, edit))
      setUndone(undefined)
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

function withEdit({ text, chunks, words, edits }: Linked, edit: TextEdit): Linked {
  const last = edits.at(-1)
  const joined = last && joinEdits(last, edit)
  return {
    text: applyEdit(text, edit),
    chunks: editChunks(chunks, edit),
    words: moveWords(words, edit),
    edits: joined ? edits.with(-1, joined) : [...edits, edit],
  }
}
