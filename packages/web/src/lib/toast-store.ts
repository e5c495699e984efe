/** Toast store: one toast at a time, replaced by the next one. */
import { useSyncExternalStore } from 'react'

export const toastDurationMs = 5000
const removeDelayMs = 1_000_000

export type ToastAction = { readonly label: string } & (
  | { readonly to: string }
  | { readonly onSelect: () => void }
)

interface ToastTexts {
  readonly title: string
  readonly description?: string
  readonly variant?: 'default' | 'destructive'
  /** Link or callback. */
  readonly action?: ToastAction | undefined
}

export interface Toast extends Required<ToastTexts> {
  readonly id: number
  readonly isOpen: boolean
}

interface ToastStore {
  show(texts: ToastTexts): void
  /** Closes the toast; it stays in the store for a while, so that it can animate out. */
  dismiss(id: number): void
  current(): Toast | undefined
  subscribe(listener: () => void): () => void
}

export function createToastStore(): ToastStore {
  let toast: Toast | undefined
  let lastId = 0
  let removal: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const set = (next: Toast | undefined) => {
    toast = next
    for (const listener of listeners) listener()
  }

  return {
    show({ title, description = '', variant = 'default', action }) {
      clearTimeout(removal)
      lastId += 1
      set({ id: lastId, title, description, variant, action, isOpen: true })
    },
    dismiss(id) {
      if (toast?.id !== id || !toast.isOpen) return
      set({ ...toast, isOpen: false })
      removal = setTimeout(() => set(undefined), removeDelayMs)
    },
    current: () => toast,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const toasts = createToastStore()

export function useToast(): Toast | undefined {
  return useSyncExternalStore(toasts.subscribe, toasts.current)
}
