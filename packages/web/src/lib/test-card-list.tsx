/** List of test cards that fill in the form. */
import { brandOf, formatCardNumber } from '@filesmith/contract/card-rules'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { testCards } from '@filesmith/contract/test-cards'
import { ChevronDown } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { CardInput } from './card-input.ts'

const texts = checkoutMessages.form

interface TestCardListProps {
  readonly card: CardInput
  readonly onFill: (card: CardInput) => void
}

export function TestCardList({ card, onFill }: TestCardListProps) {
  const [announcement, setAnnouncement] = useState('')
  return (
    <Collapsible.Root className="rounded border border-line">
      <Collapsible.Trigger className="group flex min-h-11 w-full items-center justify-between gap-4 px-3 text-left font-semibold">
        {texts.testCards}
        <Icon of={ChevronDown} className="transition-transform group-data-[state=open]:rotate-180" />
      </Collapsible.Trigger>
      <Collapsible.Content className="border-t border-line">
        <ul>
          {testCards.map(({ number, label }) => (
            <li key={number}>
              <button
                type="button"
                onClick={() => {
                  onFill(fillCard(number, card.name))
                  setAnnouncement(texts.filled(label))
                }}
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 px-3 py-1.5 text-left hover:bg-surface-sunken"
              >
                <span>
                  <span className="sr-only">{texts.useCard} </span>
                  {label}
                </span>
                <span className="figures text-xs text-ink-muted">{formatCardNumber(number)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Collapsible.Content>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </Collapsible.Root>
  )
}

function fillCard(number: string, name: string): CardInput {
  const year = String(new Date().getFullYear() + 3).slice(-2)
  return {
    number: formatCardNumber(number),
    expiry: `12/${year}`,
    cvc: '1234'.slice(0, brandOf(number).cvcLength),
    name: name || texts.testName,
  }
}
