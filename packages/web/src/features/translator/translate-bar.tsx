/** Action bar of the text tab: Translate and Cancel buttons with a message. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useFocusOnPhase } from '../../lib/use-focus-on-phase.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

interface TranslateBarProps {
  readonly message: ReactNode
  readonly isTranslating: boolean
  readonly isDisabled: boolean
  readonly translateRef: RefObject<HTMLButtonElement | null>
  readonly onTranslate: () => void
  readonly onCancel: () => void
}

export function TranslateBar(props: TranslateBarProps) {
  const { message, isTranslating, isDisabled, translateRef, onTranslate, onCancel } = props
  useFocusOnPhase(isTranslating ? 'translating' : 'resting', translateRef)
  return (
    <div className="sticky-action -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-b border-t border-line bg-surface px-4 py-3 sm:m-0 sm:flex-nowrap sm:rounded-none sm:px-0 sm:pb-0">
      {message}
      {isTranslating ? (
        <Button className="min-h-12" onClick={onCancel}>
          {translateMessages.cancel}
        </Button>
      ) : null}
      {/* Keeps the focus while translating, so that it can be pressed again right after. */}
      <Button
        ref={translateRef}
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
