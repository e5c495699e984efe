/** Upgrade hint for users below Pro. */
import { hubMessages } from '@filesmith/contract/messages/hub'
import { paths } from '@filesmith/contract/routes'
import { usePlanOnceKnown } from '../../lib/use-plan.ts'
import { cx } from '../../ui/cx.ts'
import { TextLink } from '../../ui/text-link.tsx'

export function PremiumNote() {
  const plan = usePlanOnceKnown()
  if (plan === 'pro') return null
  return (
    <p className={cx('text-xs text-ink-muted', plan === undefined && 'invisible')}>
      {hubMessages.premium}{' '}
      <TextLink to={paths.plans} className="whitespace-nowrap">
        {hubMessages.seePlans}
      </TextLink>
    </p>
  )
}
