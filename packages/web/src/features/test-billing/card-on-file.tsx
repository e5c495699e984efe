/** Card on file with a form to replace it. */
import { billingMessages } from '@filesmith/contract/messages/billing'
import { CreditCard } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ReplaceCardForm } from './replace-card-form.tsx'
import type { TestCard } from './use-test-card.ts'

const texts = billingMessages.test

export function CardOnFile({ card }: { readonly card: TestCard }) {
  const [isReplacing, setIsReplacing] = useState(false)
  const cardRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)

  /** Moves the focus to the new card, or back to the button. */
  const close = (target: { readonly current: HTMLElement | null }) => {
    flushSync(() => setIsReplacing(false))
    target.current?.focus()
  }

  return (
    <>
      <h2 className="mb-2 text-base">{texts.card}</h2>
      <div
        ref={cardRef}
        tabIndex={-1}
        className="flex items-center gap-4 rounded border border-line bg-surface-sunken p-4 outline-none"
      >
        <Icon of={CreditCard} sizePx={24} className="text-ink-muted" />
        <div className="min-w-0">
          <p className="font-semibold">{texts.cardLabel(card.brand, card.lastFour)}</p>
          <p className="text-xs text-ink-muted">{texts.expires(card.expiry)}</p>
        </div>
      </div>
      <div className="mt-5">
        {isReplacing ? (
          <ReplaceCardForm onSaved={() => close(cardRef)} onCancel={() => close(buttonRef)} />
        ) : (
          <Button ref={buttonRef} onClick={() => setIsReplacing(true)}>
            {texts.replace}
          </Button>
        )}
      </div>
    </>
  )
}
