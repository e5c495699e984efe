/** Row part of a file: what it is, and the button with what it becomes. */
import { anyFileMessages } from '@filesmith/contract/messages/any-file'
import { ArrowRight, ChevronDown } from 'lucide-react'
import { formatLabel } from '../../lib/format-label.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ChosenFile } from './file-choice.ts'
import type { Targets } from './use-targets.ts'

interface RowTargetProps {
  readonly file: ChosenFile
  readonly targets: Targets
  readonly onChoose: () => void
}

export function RowTarget({ file, targets, onChoose }: RowTargetProps) {
  const { name, named, choice } = file
  const { to, options } = choice
  const label = to && targets.labelOf(file, to)
  const optionCount = Object.keys(options).length
  return (
    <Button
      className="min-h-10 gap-1.5 px-2.5"
      aria-label={
        label === undefined
          ? anyFileMessages.chooseFirst(name)
          : anyFileMessages.chooseFor(name, formatLabel(named), label)
      }
      onClick={onChoose}
    >
      {/* Left out on phones, in favor of the name. */}
      <span className="figures flex items-center gap-1.5 text-xs font-normal text-ink-muted max-sm:hidden">
        {formatLabel(named)} <Icon of={ArrowRight} sizePx={16} />
      </span>
      {label ?? anyFileMessages.notChosen}
      {optionCount > 0 ? (
        <span className="text-xs font-normal text-ink-muted max-sm:hidden">
          {anyFileMessages.withOptions(optionCount)}
        </span>
      ) : null}
      <Icon of={ChevronDown} sizePx={16} />
    </Button>
  )
}
