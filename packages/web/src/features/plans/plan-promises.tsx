/** Guarantees for paying customers: refund, cancellation, credit. */
import { plansMessages } from '@filesmith/contract/messages/plans'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { CalendarX2, type LucideIcon, Repeat2, ShieldCheck } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'

const texts = plansMessages.promises

const promises: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] = [
  { icon: ShieldCheck, ...texts.moneyBack(moneyBackDays) },
  { icon: CalendarX2, ...texts.cancel },
  { icon: Repeat2, ...texts.credit },
]

export function PlanPromises() {
  return (
    <ul aria-label={texts.heading} className="grid gap-x-4 gap-y-5 md:grid-cols-3">
      {promises.map(({ icon, title, text }) => (
        <li key={title} className="flex items-start gap-3 px-1 md:px-5">
          <Icon of={icon} className="mt-0.5 text-success" />
          <div>
            <p className="font-semibold">{title}</p>
            <p className="text-ink-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
