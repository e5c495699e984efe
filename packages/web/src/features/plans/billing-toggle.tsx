/** Switch between monthly and yearly billing, with the yearly saving. */
import { plansMessages } from '@filesmith/contract/messages/plans'
import { type BillingInterval, billingIntervals } from '@filesmith/contract/plan-offers'
import { useId } from 'react'
import { Badge } from '../../ui/badge.tsx'

interface BillingToggleProps {
  readonly interval: BillingInterval
  readonly onChange: (interval: BillingInterval) => void
}

export function BillingToggle({ interval, onChange }: BillingToggleProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0 max-sm:w-full">
      <legend className="sr-only">{plansMessages.billing}</legend>
      <div className="flex gap-1 rounded border border-line bg-surface-sunken p-1">
        {billingIntervals.map(choice => (
          <label
            key={choice}
            className="choice focus-inside relative flex min-h-11 grow cursor-pointer items-center justify-center gap-2 rounded border border-transparent px-4 font-semibold whitespace-nowrap text-ink-muted transition-colors hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:text-ink"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === interval}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-[inherit] opacity-0"
            />
            <span>{plansMessages.intervals[choice]}</span>{' '}
            {choice === 'year' ? <Badge tone="success">{plansMessages.saving}</Badge> : null}
          </label>
        ))}
      </div>
      <p role="status" className="sr-only">
        {plansMessages.pricesShown[interval]}
      </p>
    </fieldset>
  )
}
