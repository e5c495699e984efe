/** Fields of a payment card: number with brand, expiry date, security code and name. */
import { brandOf, digitsOf, formatCardNumber, formatExpiry } from '@filesmith/contract/card-rules'
import { checkoutMessages } from '@filesmith/contract/messages/checkout'
import { TextField } from '../ui/text-field.tsx'
import type { CardInput } from './card-input.ts'
import { DigitField } from './digit-field.tsx'

const texts = checkoutMessages.form

interface CardFieldsProps {
  readonly card: CardInput
  readonly onChange: (card: CardInput) => void
  /** Error of a field by its name. */
  readonly problemOf: (name: string) => string | undefined
}

export function CardFields({ card, onChange, problemOf }: CardFieldsProps) {
  const { brand, label, cvcLength } = brandOf(card.number)
  return (
    <div className="flex flex-col gap-5">
      <DigitField
        label={texts.number}
        name="number"
        autoComplete="cc-number"
        value={card.number}
        format={formatCardNumber}
        onValue={number => onChange({ ...card, number })}
        mark={brand === 'unknown' ? undefined : label}
        className={brand === 'amex' ? 'pr-34' : 'pr-24'}
        error={problemOf('number')}
      />
      <div className="grid grid-cols-2 gap-4">
        <DigitField
          label={texts.expiry}
          name="expiry"
          autoComplete="cc-exp"
          hint={texts.expiryHint}
          value={card.expiry}
          format={formatExpiry}
          onValue={expiry => onChange({ ...card, expiry })}
          error={problemOf('expiry')}
        />
        <DigitField
          label={texts.cvc}
          name="cvc"
          autoComplete="cc-csc"
          hint={texts.cvcHint(cvcLength)}
          value={card.cvc}
          format={text => digitsOf(text).slice(0, cvcLength)}
          onValue={cvc => onChange({ ...card, cvc })}
          error={problemOf('cvc')}
        />
      </div>
      <TextField
        label={texts.name}
        name="name"
        autoComplete="cc-name"
        hint={texts.nameHint}
        maxLength={100}
        value={card.name}
        onChange={event => onChange({ ...card, name: event.currentTarget.value })}
      />
    </div>
  )
}
