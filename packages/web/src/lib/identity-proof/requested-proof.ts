/** Store of the pending re-authentication: requests rejected with `proof-needed` wait here for the dialog. */
import { useSyncExternalStore } from 'react'

let resolvePending: ((isProven: boolean) => void) | undefined
let pending: Promise<boolean> | undefined
let focusedBefore: Element | null = null
const listeners = new Set<() => void>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** Resolves with whether the user re-authenticated. Requests share one dialog; false if no dialog is mounted. */
export function requestProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  if (!pending) {
    focusedBefore = document.activeElement
    pending = new Promise(resolve => {
      resolvePending = resolve
    })
    notify()
  }
  return pending
}

export function resolveProof(isProven: boolean): void {
  resolvePending?.(isProven)
  resolvePending = undefined
  pending = undefined
  notify()
}

/** Restores the focus to the element focused before the dialog opened. */
export function restoreFocus(): void {
  if (focusedBefore instanceof HTMLElement) focusedBefore.focus()
}

export function useIsProofRequested(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending !== undefined,
  )
}
