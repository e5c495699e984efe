/** Something that must be looked at now: a sheet on the workbench, above everything else. */
import { Dialog } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cx } from './cx.ts'

interface OverlayProps {
  readonly isOpen: boolean
  readonly title: ReactNode
  readonly children: ReactNode
  /** Opens on top of another overlay. */
  readonly isAbove?: boolean
  /** Called on Escape, when the overlay may be left at this moment. */
  readonly onLeave?: (() => void) | undefined
  /** Called when it has gone, to put the focus where the user goes on. */
  readonly onClosed: () => void
}

export function Overlay({ isOpen, title, children, isAbove, onLeave, onClosed }: OverlayProps) {
  const sheetRef = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={isOpen} onOpenChange={() => onLeave?.()}>
      <Dialog.Portal>
        {/* Not Dialog.Overlay: it locks scrolling with a style element, which the content security policy forbids. */}
        <div className={cx('fade-in fixed inset-0 bg-scrim', isAbove ? 'z-50' : 'z-40')} />
        <div className="pointer-events-none fixed inset-0 z-50 grid items-end justify-items-center p-4 sm:items-center">
          <Dialog.Content
            ref={sheetRef}
            aria-describedby={undefined}
            onInteractOutside={event => event.preventDefault()}
            onOpenAutoFocus={event => {
              // The sheet itself, not the first thing on it: nobody means to press that yet.
              event.preventDefault()
              sheetRef.current?.focus()
            }}
            onCloseAutoFocus={event => {
              event.preventDefault()
              onClosed()
            }}
            className="appear pointer-events-auto max-h-full w-full max-w-lg overflow-x-hidden overflow-y-auto rounded border border-line bg-surface-raised shadow-float outline-none"
          >
            <div className="ruler mx-4 mt-px" aria-hidden="true" />
            <div className="p-6 sm:p-8">
              <Dialog.Title className="text-lg">{title}</Dialog.Title>
              {children}
            </div>
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
