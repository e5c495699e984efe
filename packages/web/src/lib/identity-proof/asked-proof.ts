/** A call that was refused with `proof-needed` waits here while the site asks the user to confirm who they are. */
import { useSyncExternalStore } from 'react'

let answer: ((isProven: boolean) => void) | undefined
let asked: Promise<boolean> | undefined
let askedFrom: Element | null = null
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** Whether the user confirmed; several calls share one question. False at once where no dialog is there to ask. */
export function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (!asked) {
    askedFrom = document.activeElement
    asked = new Promise(resolve => {
      answer = resolve
    })
    notify()
  }
  return asked
}

export function answerProof(isProven: boolean): void {
  answer?.(isProven)
  answer = undefined
  asked = undefined
  notify()
}

/** Back to where the user was before the dialog. */
export function focusAsker(): void {
  if (askedFrom instanceof HTMLElement) askedFrom.focus()
}

export function useIsProofAsked(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked !== undefined,
  )
}
