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
  /** Called once when it closes or is replaced. */
  readonly onClose?: (() => void) | undefined
}

export interface Toast extends Required<Omit<ToastTexts, 'onClose'>> {
  readonly id: number
  readonly isOpen: boolean
}

interface ToastStore {
  show(texts: ToastTexts): void
  /** Closes the toast; it stays in the store for a while, so that it can animate out. */
  dismiss(id: number): void
  dismissCurrent(): void
  current(): Toast | undefined
  subscribe(listener: () => void): () => void
}

export function createToastStore(): ToastStore {
  let toast: Toast | undefined
  let lastId = 0
  let removal: ReturnType<typeof setTimeout> | undefined
  let closeCurrent: (() => void) | undefined
  const listeners = new Set<() => void>()

  const close = () => {
    const onClose = closeCurrent
    closeCurrent = undefined
    onClose?.()
  }
  const set = (next: Toast | undefined) => {
    toast = next
    for (const listener of listeners) listener()
  }

  const dismiss = (id: number | undefined) => {
    if (!toast?.isOpen || toast.id !== id) return
    set({ ...toast, isOpen: false })
    close()
    removal = setTimeout(() => set(undefined), removeDelayMs)
  }

  return {
    show({ title, description = '', variant = 'default', action, onClose }) {
      clearTimeout(removal)
      close()
      closeCurrent = onClose
      lastId += 1
      set({ id: lastId, title, description, variant, action, isOpen: true })
    },
    dismiss,
    dismissCurrent: () => dismiss(toast?.id),
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
