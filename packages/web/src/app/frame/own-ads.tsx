/** What the panels show when no advertiser does: the product's own promotion. */
import { promotions } from '@filesmith/contract/messages/frame'
import { Check } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import { AdPanel } from './ad-panel.tsx'

const { lighterPages, premium } = promotions

export function LighterPagesAd() {
  return (
    <AdPanel heading={lighterPages.heading} text={lighterPages.text}>
      <dl className="mt-1 flex flex-col gap-1 text-xs text-ink-muted">
        <dt>{lighterPages.before}</dt>
        <dd aria-hidden="true" className="mb-2 h-3 rounded bg-line-strong" />
        <dt>{lighterPages.after}</dt>
        <dd aria-hidden="true" className="h-3 w-[30%] rounded bg-kind-image" />
      </dl>
    </AdPanel>
  )
}

export function PremiumAd() {
  return (
    <AdPanel heading={premium.heading} text={premium.text}>
      <ul className="flex flex-col gap-2">
        {premium.points.map(point => (
          <li key={point} className="flex items-start gap-2">
            <Icon of={Check} sizePx={16} className="mt-1 text-ink-muted" />
            {point}
          </li>
        ))}
      </ul>
    </AdPanel>
  )
}
