/** Limits of a batch on the current plan, with an upgrade hint. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { allowanceMessages } from '@filesmith/contract/messages/allowance'
import { batchMessages } from '@filesmith/contract/messages/batch'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import { TextLink } from '../../ui/text-link.tsx'

export function BatchLimits({ plan }: { readonly plan: PlanId }) {
  const { batchFiles, batchFileBytes } = plans[plan]
  return (
    <p className="flex flex-wrap gap-x-3 text-ink-muted">
      <span className="font-semibold text-ink">
        {batchMessages.limits(batchFiles, toMegabytes(batchFileBytes))}
      </span>
      {plan === 'pro' ? null : (
        <span>
          {batchMessages.premium}{' '}
          <TextLink to={paths.plans} className="whitespace-nowrap text-ink">
            {allowanceMessages.seePlans}
          </TextLink>
        </span>
      )}
    </p>
  )
}
