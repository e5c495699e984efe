/** The main button of the text tab, what stands in its way, and a way to stop. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import { LoaderCircle } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface TextBarProps {
  readonly complaint: string | undefined
  readonly isTranslating: boolean
  readonly isDisabled: boolean
  readonly onTranslate: () => void
  readonly onCancel: () => void
}

export function TextBar({ complaint, isTranslating, isDisabled, onTranslate, onCancel }: TextBarProps) {
  return (
    <div className="sticky-action -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:flex-nowrap sm:rounded-none sm:px-0 sm:pb-0">
      <p className="min-h-5.5 grow max-sm:w-full" role="status">
        {complaint ? (
          <span className="font-semibold text-danger">{complaint}</span>
        ) : (
          <span className="text-xs text-ink-muted">
            {translateMessages.notCounted} <span className="max-sm:hidden">{translateMessages.shortcut}</span>
          </span>
        )}
      </p>
      {isTranslating ? (
        <Button className="min-h-12" onClick={onCancel}>
          {translateMessages.cancel}
        </Button>
      ) : null}
      {/* While it works it keeps the focus: it can be pressed again right after. */}
      <Button
        variant="accent"
        size="large"
        className="max-sm:grow"
        disabled={isDisabled && !isTranslating}
        aria-disabled={isTranslating || undefined}
        onClick={onTranslate}
      >
        {isTranslating ? (
          <>
            <Icon of={LoaderCircle} className="turn" /> {translateMessages.translating}
          </>
        ) : (
          translateMessages.translate
        )}
      </Button>
    </div>
  )
}
