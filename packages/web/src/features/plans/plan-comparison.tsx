/** Comparison of the plans in three tabs. */
import { comparisonMessages } from '@filesmith/contract/messages/plans'
import type { PlanOffer } from '@filesmith/contract/schemas/billing'
import { Gauge, LifeBuoy, type LucideIcon, Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type ComparisonTab, compareOffers } from './comparison.ts'
import { ComparisonTable } from './comparison-table.tsx'

const tabIcons = { features: Wrench, limits: Gauge, support: LifeBuoy } as const satisfies Record<
  ComparisonTab,
  LucideIcon
>
const tabIds = ['features', 'limits', 'support'] as const satisfies readonly ComparisonTab[]

export function PlanComparison({ offers }: { readonly offers: readonly PlanOffer[] }) {
  const headingId = useId()
  const [tab, setTab] = useState<string>('features')
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-xl">
        {comparisonMessages.heading}
      </h2>
      <Tabs
        label={comparisonMessages.heading}
        value={tab}
        onChange={setTab}
        tabs={tabIds.map(id => ({
          id,
          label: comparisonMessages.tabs[id],
          icon: <Icon of={tabIcons[id]} sizePx={16} />,
          content: (
            <Panel className="rounded-tl-none">
              <ComparisonTable
                caption={comparisonMessages.caption(comparisonMessages.tabs[id])}
                {...compareOffers(offers, id)}
              />
              {id === 'limits' ? (
                <p className="border-t border-line px-4 py-3 text-xs text-ink-muted sm:px-5">
                  {comparisonMessages.limitsNote}
                </p>
              ) : null}
            </Panel>
          ),
        }))}
      />
    </section>
  )
}
