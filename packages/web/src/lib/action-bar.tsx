/** The main button of a converter, always in sight: on phones it sticks to the lower edge. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { RotateCcw } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { AllowanceNote, SeePlans } from './allowance-note.tsx'

interface ActionBarProps {
  readonly convertLabel: string
  readonly convertRef: RefObject<HTMLButtonElement | null>
  /** Whether it stays in sight while its converter is scrolled. */
  readonly isSticky?: boolean
  /** What stands in the way, or why the last attempt failed. */
  readonly complaint: string | undefined
  /** The complaint is about the allowance: another plan would help. */
  readonly isAllowanceUsed: boolean
  readonly isDisabled: boolean
  readonly onConvert: () => void
  readonly onStartOver: (() => void) | undefined
}

export function ActionBar(props: ActionBarProps) {
  const {
    convertLabel,
    convertRef,
    isSticky = true,
    complaint,
    isAllowanceUsed,
    isDisabled,
    onConvert,
  } = props
  const { onStartOver } = props
  return (
    <div
      className={cx(
        '-mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:flex-nowrap sm:rounded-none sm:px-0 sm:pb-0',
        isSticky && 'sticky-action',
      )}
    >
      {complaint ? (
        <p className="grow font-semibold text-danger max-sm:w-full">
          {complaint} {isAllowanceUsed ? <SeePlans /> : null}
        </p>
      ) : (
        <p className="min-h-5.5 grow max-sm:w-full">
          <AllowanceNote />
        </p>
      )}
      {onStartOver ? (
        <Button className="min-h-12" onClick={onStartOver}>
          <Icon of={RotateCcw} /> {uploadMessages.startOver}
        </Button>
      ) : null}
      <Button
        ref={convertRef}
        variant="accent"
        size="large"
        className="max-sm:grow"
        disabled={isDisabled}
        onClick={onConvert}
      >
        {convertLabel}
      </Button>
    </div>
  )
}
