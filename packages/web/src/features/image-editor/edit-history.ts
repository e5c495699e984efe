/** The steps of an editing session, to go back and forth in. What belongs to one movement of the hand is one step. */
import { type ImageEdit, usualImageEdit } from '@filesmith/contract/image-edit/settings'

export interface EditHistory {
  readonly past: readonly ImageEdit[]
  readonly present: ImageEdit
  readonly future: readonly ImageEdit[]
  /** What the hand is still on; changes of the same thing add to the last step. */
  readonly inHand: string | undefined
}

const maxSteps = 200

export const noHistory: EditHistory = { past: [], present: usualImageEdit, future: [], inHand: undefined }

export type HistoryAction =
  | { readonly type: 'change'; readonly edit: ImageEdit; readonly what: string }
  /** The hand is off: what comes next is a step of its own. */
  | { readonly type: 'settle' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** Another picture. */
  | { readonly type: 'forget' }

export function nextHistory(history: EditHistory, action: HistoryAction): EditHistory {
  const { past, present, future } = history
  switch (action.type) {
    case 'change': {
      if (isSameEdit(action.edit, present)) return history
      const isSameStep = history.inHand === action.what
      return {
        past: isSameStep ? past : [...past, present].slice(-maxSteps),
        present: action.edit,
        future: [],
        inHand: action.what,
      }
    }
    case 'settle':
      return history.inHand === undefined ? history : { ...history, inHand: undefined }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return history
      return { past: past.slice(0, -1), present: before, future: [present, ...future], inHand: undefined }
    }
    case 'redo': {
      const [next, ...later] = future
      if (!next) return history
      return { past: [...past, present], present: next, future: later, inHand: undefined }
    }
    case 'forget':
      return noHistory
  }
}

export function isSameEdit(one: ImageEdit, other: ImageEdit): boolean {
  return (Object.keys(usualImageEdit) as (keyof ImageEdit)[]).every(name => one[name] === other[name])
}
