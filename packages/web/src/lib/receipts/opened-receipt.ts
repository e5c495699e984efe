/** Which deletion receipt is open: any page may open one, and the site shows it above everything else. */
import { receiptMessages } from '@filesmith/contract/messages/receipt'
import { useSyncExternalStore } from 'react'

let openedId: string | undefined
let openedFrom: Element | null = null
const listeners = new Set<() => void>()

function set(conversionId: string | undefined): void {
  openedId = conversionId
  for (const listener of listeners) listener()
}

export function openReceipt(conversionId: string): void {
  openedFrom = document.activeElement
  set(conversionId)
}

export function closeReceipt(): void {
  set(undefined)
}

/** Where somebody was before the receipt lay on top of it. */
export function focusOpener(): void {
  if (openedFrom instanceof HTMLElement) openedFrom.focus()
}

export function useOpenedReceipt(): string | undefined {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => openedId,
  )
}

/** What a toast about a deletion offers. */
export function receiptAction(conversionId: string) {
  return { label: receiptMessages.open, onSelect: () => openReceipt(conversionId) }
}
