/** Button that switches the two languages: icon only between columns, with text when stacked. */
import { translateMessages } from '@filesmith/contract/tools/translate/messages'
import { ArrowLeftRight, ArrowUpDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'

interface SwitchLanguagesButtonProps {
  readonly isDisabled: boolean
  readonly className?: string
  readonly onPress: () => void
}

export function SwitchLanguagesButton({ isDisabled, className, onPress }: SwitchLanguagesButtonProps) {
  return (
    <Button
      title={translateMessages.switchLanguages}
      disabled={isDisabled}
      onClick={onPress}
      className={cx('min-h-11 md:w-11 md:px-0!', className)}
    >
      <Icon of={ArrowUpDown} className="md:hidden" />
      <Icon of={ArrowLeftRight} className="max-md:hidden" />
      <span className="md:sr-only">{translateMessages.switchLanguages}</span>
    </Button>
  )
}
