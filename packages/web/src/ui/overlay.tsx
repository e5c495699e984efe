/** Modal dialog. */
import { Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cx } from './cx.ts'

interface OverlayProps {
  readonly isOpen: boolean
  readonly title: ReactNode
  readonly children: ReactNode
  /** For images and other wide content. */
  readonly isWide?: boolean
  /** Opens on top of another overlay. */
  readonly isAbove?: boolean
  /** Called on Escape; undefined while the dialog cannot be closed. */
  readonly onLeave?: (() => void) | undefined
  /** Called after closing, to restore the focus. */
  readonly onClosed: () => void
}

export function Overlay({
  isOpen,
  title,
  children,
  isWide = false,
  isAbove,
  onLeave,
  onClosed,
}: OverlayProps) {
  const dialogRef = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={() => onLeave?.()}>
      <Dialog.Portal>
        {/* Not Dialog.Overlay: it locks scrolling with a style element, which violates the content security policy. */}
        <div className={cx('fade-in fixed inset-0 bg-scrim', isAbove ? 'z-50' : 'z-40')} />
        <div className="pointer-events-none fixed inset-0 z-50 grid items-end justify-items-center p-4 sm:items-center">
          <Dialog.Content
            ref={dialogRef}
            aria-describedby={undefined}
            onInteractOutside={event => event.preventDefault()}
            onOpenAutoFocus={event => {
              // Focuses the dialog itself, to prevent accidental presses of its first button.
              event.preventDefault()
              dialogRef.current?.focus()
            }}
            onCloseAutoFocus={event => {
              event.preventDefault()
              onClosed()
            }}
            className={cx(
              'appear pointer-events-auto max-h-full w-full overflow-x-hidden overflow-y-auto rounded border border-line bg-surface-raised shadow-float outline-none',
              isWide ? 'max-w-4xl' : 'max-w-lg',
            )}
          >
            <div className="ruler mx-4 mt-px" aria-hidden="true" />
            <div className={isWide ? 'p-4 sm:p-6' : 'p-6 sm:p-8'}>
              <Dialog.Title className="text-lg">{title}</Dialog.Title>
              {children}
            </div>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
