/** Store of the open deletion receipt, which any page can open. */
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

/** Restores the focus to the element that opened the receipt. */
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

/** Toast action that opens the receipt of a deletion. */
export function receiptAction(conversionId: string) {
  return { label: receiptMessages.open, onSelect: () => openReceipt(conversionId) }
}
