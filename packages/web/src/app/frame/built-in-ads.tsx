/** Built-in promotions, shown without a network ad. */
import { promotions } from '@filesmith/contract/messages/frame'
import { AdPanel } from '../../ui/ad-panel.tsx'
import { CheckList } from '../../ui/check-list.tsx'

const { lighterPages, premium } = promotions

export const adPanelSize = 'h-84 lg:h-96'

export function LighterPagesAd() {
  return (
    <AdPanel heading={lighterPages.heading} text={lighterPages.text} className={adPanelSize}>
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
    <AdPanel heading={premium.heading} text={premium.text} className={adPanelSize}>
      <CheckList points={premium.points} className="flex flex-col" />
    </AdPanel>
  )
}
