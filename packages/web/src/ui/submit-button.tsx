/** Submit button of a form; while busy it shows a spinner, keeps the focus and ignores clicks. */
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ActionSize, type ActionVariant, actionStyle } from './action-style.ts'
import { Icon } from './icon.tsx'

interface SubmitButtonProps {
  readonly isBusy: boolean
  readonly busyLabel: string
  readonly variant?: ActionVariant
  readonly size?: ActionSize
  readonly className?: string
  readonly children: ReactNode
}

export function SubmitButton(props: SubmitButtonProps) {
  const { isBusy, busyLabel, variant = 'accent', size = 'large', className, children } = props
  return (
    <button
      type="submit"
      aria-disabled={isBusy || undefined}
      onClick={event => isBusy && event.preventDefault()}
      className={actionStyle(variant, size, className)}
    >
      {isBusy ? (
        <>
          <Icon of={LoaderCircle} className="turn" /> {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  )
}
