/** Details of an account. */
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { plans } from '@filesmith/contract/plans'
import type { AdminUser } from '@filesmith/contract/schemas/admin'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { FactList } from '../panel/fact-list.tsx'

const texts = adminUserTexts.facts

export function UserFacts({ user }: { readonly user: AdminUser }) {
  const { email, isEmailVerified, hasTwoStep, plan, paidPlan, suspendedAt, createdAt, lastSeenAt } = user
  return (
    <FactList
      facts={[
        {
          label: texts.email,
          value: (
            <>
              <span className="break-all">{email}</span>{' '}
              <span className="text-ink-muted">({isEmailVerified ? texts.verified : texts.unverified})</span>
            </>
          ),
        },
        { label: texts.created, value: <LocalTime iso={createdAt} style="short-date" /> },
        {
          label: texts.seen,
          value: lastSeenAt ? <LocalTime iso={lastSeenAt} style="moment" /> : adminScreens.never,
        },
        { label: texts.inForce, value: plans[plan].label },
        { label: texts.paid, value: plans[paidPlan].label },
        { label: texts.granted, value: <GrantedPlan user={user} /> },
        { label: texts.twoStep, value: hasTwoStep ? texts.on : texts.off },
        { label: texts.converted, value: <span className="figures">{user.conversionsThisMonth}</span> },
        { label: texts.stored, value: <span className="figures">{formatBytes(user.storedBytes)}</span> },
        ...(suspendedAt
          ? [{ label: texts.suspendedSince, value: <LocalTime iso={suspendedAt} style="moment" /> }]
          : []),
      ]}
    />
  )
}

function GrantedPlan({ user: { grantedPlan, grantedUntil } }: { readonly user: AdminUser }) {
  if (grantedPlan === null) return texts.notGranted
  const { label } = plans[grantedPlan]
  if (grantedUntil === null) return texts.endless(label)
  return (
    <>
      {texts.until(label)} <LocalTime iso={grantedUntil} style="short-date" />
    </>
  )
}
