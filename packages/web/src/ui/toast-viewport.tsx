/** Viewport of the single toast: F8 focuses it, a swipe to the right dismisses it. */
import { Check, CircleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface ShownToast {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly variant: 'default' | 'destructive'
  readonly action?:
    | ({ readonly label: string } & ({ readonly to: string } | { readonly onSelect: () => void }))
    | undefined
  readonly isOpen: boolean
}

interface ToastViewportProps {
  readonly toast: ShownToast | undefined
  readonly durationMs: number
  readonly closeLabel: string
  readonly viewportLabel: string
  readonly onClose: (id: number) => void
}

const actionClass =
  '-mb-2 inline-flex min-h-10 items-center font-semibold underline underline-offset-4 hover:no-underline'

export function ToastViewport({ toast, durationMs, closeLabel, viewportLabel, onClose }: ToastViewportProps) {
  const isDestructive = toast?.variant === 'destructive'
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right" swipeThreshold={50}>
      {toast ? (
        <Toast.Root
          key={toast.id}
          open={toast.isOpen}
          onOpenChange={isOpen => !isOpen && onClose(toast.id)}
          data-variant={toast.variant}
          className={cx(
            'toast-motion flex items-start gap-3 rounded border bg-surface-raised p-4 shadow-float',
            isDestructive ? 'border-danger' : 'border-line-strong',
          )}
        >
          <Icon
            of={isDestructive ? CircleAlert : Check}
            className={cx('mt-0.5', isDestructive ? 'text-danger' : 'text-success')}
          />
          <div className="min-w-0 grow">
            <Toast.Title className={cx('font-semibold', isDestructive && 'text-danger')}>
              {toast.title}
            </Toast.Title>
            {toast.description ? (
              <Toast.Description className="text-ink-muted">{toast.description}</Toast.Description>
            ) : null}
            {toast.action ? (
              <Toast.Action asChild altText={toast.action.label}>
                {'to' in toast.action ? (
                  <Link to={toast.action.to} className={actionClass}>
                    {toast.action.label}
                  </Link>
                ) : (
                  <button type="button" className={actionClass} onClick={toast.action.onSelect}>
                    {toast.action.label}
                  </button>
                )}
              </Toast.Action>
            ) : null}
          </div>
          <Toast.Close
            aria-label={closeLabel}
            className="-m-2 grid size-10 shrink-0 place-items-center rounded text-ink-muted hover:bg-surface-sunken hover:text-ink"
          >
            <Icon of={X} />
          </Toast.Close>
        </Toast.Root>
      ) : null}
      {/* At the top, so that it does not cover the controls at the bottom edge. */}
      <Toast.Viewport
        label={viewportLabel}
        hotkey={['F8']}
        className="fixed top-0 right-0 z-60 flex w-full max-w-md flex-col gap-2 p-4 outline-none sm:top-16"
      />
    </Toast.Provider>
  )
}
