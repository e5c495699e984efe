/** Undo history of an editing session. Changes of one drag are one step. */
import { defaultImageEdit, type ImageEdit } from '@filesmith/contract/image-edit/settings'

export interface EditHistory {
  readonly past: readonly ImageEdit[]
  readonly present: ImageEdit
  readonly future: readonly ImageEdit[]
  /** The control being changed; further changes of it extend the last step. */
  readonly activeControl: string | undefined
}

const maxSteps = 200

export const emptyHistory: EditHistory = {
  past: [],
  present: defaultImageEdit,
  future: [],
  activeControl: undefined,
}

export type HistoryAction =
  | { readonly type: 'change'; readonly edit: ImageEdit; readonly control: string }
  /** The control was released: the next change starts a new step. */
  | { readonly type: 'commit' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** An image of an earlier visit was opened again. */
  | { readonly type: 'restore'; readonly edit: ImageEdit }
  /** Another image was opened. */
  | { readonly type: 'reset' }

export function historyReducer(history: EditHistory, action: HistoryAction): EditHistory {
  const { past, present, future } = history
  switch (action.type) {
    case 'change': {
      if (isSameEdit(action.edit, present)) return history
      const isSameStep = history.activeControl === action.control
      return {
        past: isSameStep ? past : [...past, present].slice(-maxSteps),
        present: action.edit,
        future: [],
        activeControl: action.control,
      }
    }
    case 'commit':
      return history.activeControl === undefined ? history : { ...history, activeControl: undefined }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return history
      return {
        past: past.slice(0, -1),
        present: before,
        future: [present, ...future],
        activeControl: undefined,
      }
    }
    case 'redo': {
      const [next, ...later] = future
      if (!next) return history
      return { past: [...past, present], present: next, future: later, activeControl: undefined }
    }
    case 'restore':
      return { ...emptyHistory, present: action.edit }
    case 'reset':
      return emptyHistory
  }
}

export function isSameEdit(one: ImageEdit, other: ImageEdit): boolean {
  return (Object.keys(defaultImageEdit) as (keyof ImageEdit)[]).every(name => one[name] === other[name])
}
