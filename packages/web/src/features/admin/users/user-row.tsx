/** Account in the list. Expanded, it shows details and actions. */
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { plans } from '@filesmith/contract/plans'
import type { AdminUser } from '@filesmith/contract/schemas/admin'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ExpandableRow } from '../panel/expandable-row.tsx'
import { AccessActions } from './access-actions.tsx'
import { GrantForm } from './grant-form.tsx'
import { UserFacts } from './user-facts.tsx'

interface UserRowProps {
  readonly user: AdminUser
  readonly isSelf: boolean
  /** Called when the account was deleted and its row removed. */
  readonly onGone: () => void
}

export function UserRow({ user, isSelf, onGone }: UserRowProps) {
  const { username, email, plan, grantedPlan, isOperator, suspendedAt, lastSeenAt } = user
  return (
    <ExpandableRow
      summary={
        <span className="grid gap-x-4 @min-[40rem]:grid-cols-[minmax(0,1fr)_9rem_6rem_8rem] @min-[40rem]:items-center">
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="max-w-full truncate font-semibold">{username}</span>
              <Badge tone={plan === 'free' ? 'neutral' : 'accent'}>{plans[plan].label}</Badge>
              {grantedPlan === null ? null : <Badge>{adminUserTexts.granted}</Badge>}
              {isOperator ? <Badge tone="success">{adminUserTexts.operator}</Badge> : null}
              {suspendedAt === null ? null : <Badge tone="danger">{adminUserTexts.suspended}</Badge>}
              {isSelf ? <Badge>{adminUserTexts.isYou}</Badge> : null}
            </span>
            <span className="block truncate text-xs text-ink-muted">{email}</span>
          </span>
          <span className="flex flex-wrap gap-x-3 text-xs text-ink-muted @min-[40rem]:contents">
            <span className="tabular-nums @min-[40rem]:text-right">
              {adminUserTexts.month(user.conversionsThisMonth)}
            </span>
            <span className="figures @min-[40rem]:text-right">{formatBytes(user.storedBytes)}</span>
            <span className="@min-[40rem]:text-right">
              {lastSeenAt ? relativeTime(new Date(lastSeenAt), new Date()) : adminScreens.never}
            </span>
          </span>
        </span>
      }
    >
      <div className="flex flex-col gap-6">
        <UserFacts user={user} />
        <GrantForm user={user} />
        <AccessActions user={user} onGone={onGone} />
      </div>
    </ExpandableRow>
  )
}
