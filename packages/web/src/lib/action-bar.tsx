/** Action bar of a tool with its main button; sticky at the bottom edge on small screens. */
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { RotateCcw } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { AllowanceNote, PlanLink } from './allowance-note.tsx'

interface ActionBarProps {
  readonly convertLabel: string
  readonly convertRef: RefObject<HTMLButtonElement | null>
  /** Whether it stays visible while the tool is scrolled. */
  readonly isSticky?: boolean
  /** Unmet precondition, or why the last attempt failed. */
  readonly problem: string | undefined
  /** The problem is the used-up allowance: shows a link to the plans. */
  readonly isAllowanceUsed: boolean
  readonly isDisabled: boolean
  readonly onConvert: () => void
  readonly onStartOver: (() => void) | undefined
}

export function ActionBar(props: ActionBarProps) {
  const { convertLabel, convertRef, isSticky = true, problem, isAllowanceUsed, isDisabled, onConvert } = props
  const { onStartOver } = props
  return (
    <div
      className={cx(
        '-mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:flex-nowrap sm:rounded-none sm:px-0 sm:pb-0',
        isSticky && 'sticky-action',
      )}
    >
      {problem ? (
        <p className="grow font-semibold text-danger max-sm:w-full">
          {problem} {isAllowanceUsed ? <PlanLink /> : null}
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
