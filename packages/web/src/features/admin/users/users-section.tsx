/** List of accounts, filtered by name, plan and state. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminUserTexts } from '@filesmith/contract/messages/admin-panels'
import { adminScreens } from '@filesmith/contract/messages/admin-screens'
import { planIds, plans } from '@filesmith/contract/plans'
import { type AdminUser, adminUserPageSchema, type UserChange } from '@filesmith/contract/schemas/admin'
import { isUnreachableAddress, shownAddress } from '@filesmith/contract/unreachable-address'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { currentInstance } from '../../../lib/instance.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { textOf, useFormSubmit } from '../../../lib/use-form-submit.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { FormMessage } from '../../../ui/form-message.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { AdminList } from '../panel/admin-list.tsx'
import { ExpandableRow } from '../panel/expandable-row.tsx'
import { FactList } from '../panel/fact-list.tsx'
import { useAdminMutation } from '../panel/use-admin-mutation.ts'
import { useAdminPages } from '../panel/use-admin-pages.ts'
import { AccessActions } from './access-actions.tsx'
import { SignInBlock } from './sign-in-block.tsx'

const grantFormTexts = adminUserTexts.grant

const choices = planIds.filter(id => id !== 'free').map(id => ({ value: id, label: plans[id].label }))

const texts = adminUserTexts.facts

const typingPauseMs = 300
const noFilters = { search: '', plan: '', state: '' }

const planChoices = [
  { value: '', label: adminUserTexts.anyPlan },
  ...planIds.map(id => ({ value: id, label: plans[id].label })),
]
const stateChoices = Object.entries(adminUserTexts.states).map(([value, label]) => ({ value, label }))

export function UsersSection({ ownName }: { readonly ownName: string }) {
  const [filters, setFilters] = useState(noFilters)
  const search = useDebounced(filters.search.trim(), typingPauseMs)
  const containerRef = useRef<HTMLDivElement>(null)
  const list = useAdminPages(apiPaths.adminUsers, adminUserPageSchema, {
    search,
    plan: filters.plan,
    isOperator: filters.state === 'operator' ? 'true' : '',
    isSuspended: filters.state === 'suspended' ? 'true' : '',
  })
  const total = list.pages?.[0]?.total
  const hasPlans = currentInstance() === 'public'
  return (
    <>
      <SettingsBlock
        heading={adminUserTexts.heading}
        aside={
          <p role="status" className="figures text-ink-muted">
            {total === undefined ? null : adminUserTexts.total(total)}
          </p>
        }
      >
        <div
          className={cx(
            'mb-5 grid grid-cols-2 items-end gap-4',
            hasPlans
              ? '@min-[40rem]:grid-cols-[minmax(0,1fr)_9.5rem_11rem]'
              : '@min-[40rem]:grid-cols-[minmax(0,1fr)_11rem]',
          )}
        >
          <SearchField
            label={adminUserTexts.search}
            clearLabel={adminScreens.clearSearch}
            text={filters.search}
            onChange={text => setFilters({ ...filters, search: text })}
            onSubmit={() => containerRef.current?.focus()}
            className="@max-[40rem]:col-span-full"
          />
          {hasPlans ? (
            <SelectField
              label={adminUserTexts.plan}
              choices={planChoices}
              value={filters.plan}
              onChange={event => setFilters({ ...filters, plan: event.currentTarget.value })}
            />
          ) : null}
          <SelectField
            label={adminUserTexts.state}
            choices={stateChoices}
            value={filters.state}
            onChange={event => setFilters({ ...filters, state: event.currentTarget.value })}
          />
        </div>
        <AdminList
          label={adminUserTexts.heading}
          list={list}
          containerRef={containerRef}
          rowsOf={page => page.users}
          empty={{ title: adminUserTexts.empty, text: adminUserTexts.emptyHint }}
          onClear={() => setFilters(noFilters)}
        >
          {user => (
            <UserRow
              key={user.id}
              user={user}
              isSelf={user.username === ownName}
              onGone={() => containerRef.current?.focus()}
            />
          )}
        </AdminList>
      </SettingsBlock>
      <SignInBlock />
    </>
  )
}

interface UserRowProps {
  readonly user: AdminUser
  readonly isSelf: boolean
  /** Called when the account was deleted and its row removed. */
  readonly onGone: () => void
}

/** Account in the list. Expanded, it shows details and actions. */
function UserRow({ user, isSelf, onGone }: UserRowProps) {
  const { username, email, plan, grantedPlan, isOperator, suspendedAt, lastSeenAt } = user
  return (
    <ExpandableRow
      summary={
        <span className="grid gap-x-4 @min-[40rem]:grid-cols-[minmax(0,1fr)_9rem_6rem_8rem] @min-[40rem]:items-center">
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="max-w-full truncate font-semibold">{username}</span>
              {plan ? <Badge tone={plan === 'free' ? 'neutral' : 'accent'}>{plans[plan].label}</Badge> : null}
              {grantedPlan ? <Badge>{adminUserTexts.granted}</Badge> : null}
              {isOperator ? <Badge tone="success">{adminUserTexts.operator}</Badge> : null}
              {suspendedAt === null ? null : <Badge tone="danger">{adminUserTexts.suspended}</Badge>}
              {isSelf ? <Badge>{adminUserTexts.isYou}</Badge> : null}
            </span>
            <span className="block truncate text-xs text-ink-muted">{shownAddress(email)}</span>
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
        {plan ? <GrantForm user={user} /> : null}
        <AccessActions user={user} onGone={onGone} />
      </div>
    </ExpandableRow>
  )
}

/** Details of an account. */
function UserFacts({ user }: { readonly user: AdminUser }) {
  const { email, isEmailVerified, hasTwoStep, plan, paidPlan, groupPlan } = user
  const { suspendedAt, createdAt, lastSeenAt } = user
  return (
    <FactList
      facts={[
        {
          label: texts.email,
          value: isUnreachableAddress(email) ? (
            shownAddress(email)
          ) : (
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
        ...(plan && paidPlan
          ? [
              { label: texts.inForce, value: plans[plan].label },
              { label: texts.paid, value: plans[paidPlan].label },
              { label: texts.granted, value: <GrantedPlan user={user} /> },
            ]
          : []),
        ...(groupPlan ? [{ label: texts.byGroup, value: plans[groupPlan].label }] : []),
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
  if (!grantedPlan) return texts.notGranted
  const { label } = plans[grantedPlan]
  if (!grantedUntil) return texts.endless(label)
  return (
    <>
      {texts.until(label)} <LocalTime iso={grantedUntil} style="short-date" />
    </>
  )
}

type GivenPlan = (typeof planIds)[number]

/** Grants an account a plan without payment, until a date or until it is revoked. */
function GrantForm({ user }: { readonly user: AdminUser }) {
  const { id, username, grantedPlan } = user
  const [plan, setPlan] = useState<GivenPlan>(grantedPlan ?? 'pro')
  const change = useAdminMutation()
  const refusal = useRefusal()
  const path = apiPaths.adminUser(id)

  const form = useFormSubmit(async (data, element) => {
    const until = endOfDay(textOf(data, 'until'))
    if (until !== null && !(until > new Date())) return { fields: { until: grantFormTexts.pastDay } }
    const body: UserChange = { grantedPlan: plan, grantedUntil: until?.toISOString() ?? null }
    try {
      await change.send({
        method: 'PATCH',
        path,
        body,
        toast: grantFormTexts.grantedToast(username, plans[plan].label),
      })
    } catch (error) {
      return refusal.asProblems(error, { 'grant-in-the-past': 'until' }, adminScreens.unexpected)
    }
    element.reset()
    return undefined
  })
  const takeBack = () => {
    const body: UserChange = { grantedPlan: null, grantedUntil: null }
    void change.attempt({ method: 'PATCH', path, body, toast: grantFormTexts.revokedToast(username) })
  }

  return (
    <form {...form.formProps} className="border-t border-line pt-5">
      <h4 className="font-semibold">{grantFormTexts.heading}</h4>
      <p className="mt-0.5 text-ink-muted">{grantFormTexts.text}</p>
      <div className="mt-3 grid items-start gap-4 @min-[28rem]:grid-cols-2 @min-[48rem]:grid-cols-3">
        <SelectField
          label={grantFormTexts.plan}
          choices={choices}
          value={plan}
          onChange={event => setPlan(event.currentTarget.value as GivenPlan)}
        />
        <TextField
          label={grantFormTexts.until}
          name="until"
          type="date"
          hint={grantFormTexts.untilHint}
          error={form.problemOf('until')}
        />
      </div>
      <div className="mt-4">
        <div className="has-[p]:mb-4">
          <FormMessage text={form.formProblem} />
        </div>
        <div className="flex flex-wrap gap-3">
          <SubmitButton isBusy={form.isBusy} busyLabel={adminScreens.busy} variant="solid" size="regular">
            {grantFormTexts.grant}
          </SubmitButton>
          {grantedPlan ? (
            <Button aria-disabled={change.isBusy || undefined} onClick={takeBack}>
              {grantFormTexts.revoke}
            </Button>
          ) : null}
        </div>
      </div>
    </form>
  )
}

/** End of that day in the operator's time zone, since the last day is included; null for an empty field. */
function endOfDay(day: string): Date | null {
  return day === '' ? null : new Date(`${day}T23:59:59.999`)
}
