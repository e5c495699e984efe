/** Sign-in by a proxy and rights by groups, as the settings of the server say. Hidden if neither is used. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { adminSignInTexts as texts } from '@filesmith/contract/messages/admin-panels'
import { type PlanId, planIds, plans } from '@filesmith/contract/plans'
import { type AdminSignIn, adminSignInSchema } from '@filesmith/contract/schemas/admin'
import { SettingsBlock } from '../../../ui/settings-block.tsx'
import { FactList } from '../panel/fact-list.tsx'
import { useAdminQuery } from '../panel/use-admin-query.ts'

export function SignInBlock() {
  const { data } = useAdminQuery(apiPaths.adminSignIn, adminSignInSchema)
  const facts = data ? [...proxyFacts(data), ...groupFacts(data)] : []
  if (facts.length === 0) return null
  return (
    <SettingsBlock heading={texts.heading} text={texts.text}>
      <FactList facts={facts} />
    </SettingsBlock>
  )
}

const code = (value: string) => <span className="figures break-all">{value}</span>

function proxyFacts({ proxy }: AdminSignIn) {
  if (proxy === null) return []
  return [
    { label: texts.user, value: code(proxy.userHeader) },
    { label: texts.trusted, value: code(proxy.trusted.join(', ')) },
    { label: texts.email, value: proxy.emailHeader === null ? texts.none : code(proxy.emailHeader) },
    { label: texts.groups, value: proxy.groupsHeader === null ? texts.none : code(proxy.groupsHeader) },
    { label: texts.creates, value: proxy.createsAccounts ? texts.yes : texts.no },
    { label: texts.signOut, value: proxy.signOutUrl === null ? texts.none : code(proxy.signOutUrl) },
  ]
}

function groupFacts({ groupPlans, groupOperators }: AdminSignIn) {
  const groupsWith = (plan: PlanId) =>
    groupPlans.flatMap(entry => (entry.plan === plan ? [entry.group] : [])).join(', ')
  return [
    ...planIds
      .filter(plan => groupsWith(plan) !== '')
      .map(plan => ({ label: texts.groupPlan(plans[plan].label), value: code(groupsWith(plan)) })),
    ...(groupOperators.length === 0
      ? []
      : [{ label: texts.groupOperators, value: code(groupOperators.join(', ')) }]),
  ]
}
