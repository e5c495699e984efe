/** Shows whom the server believes about users: the proxy that signs them in, and what their groups give. */
import { plans } from '@filesmith/contract/plans'
import type { Settings } from '../config.ts'
import type { Finding } from './finding.ts'

export function checkSignIn(settings: Settings): Finding[] {
  return [...checkProxy(settings), ...checkGroups(settings)]
}

function checkProxy({ AUTH_PROXY_HEADER, AUTH_PROXY_TRUSTED = [], BEHIND_PROXY }: Settings): Finding[] {
  if (AUTH_PROXY_HEADER === undefined) return []
  const about = { area: 'web', name: 'sign-in by proxy' } as const
  const found = `${AUTH_PROXY_HEADER}, believed from ${AUTH_PROXY_TRUSTED.join(', ')}`
  if (BEHIND_PROXY) return [{ ...about, status: 'ok', found }]
  const fix =
    'Set BEHIND_PROXY=true, and let the proxy set X-Forwarded-For: otherwise all users share the rate limits and quotas of one address.'
  return [{ ...about, status: 'warning', found: `${found}; BEHIND_PROXY is not set`, fix }]
}

function checkGroups({ GROUP_PLANS, GROUP_OPERATORS }: Settings): Finding[] {
  if (GROUP_PLANS.length === 0 && GROUP_OPERATORS.length === 0) return []
  const given = [
    ...GROUP_PLANS.map(([group, plan]) => `${group} gives ${plans[plan].label}`),
    ...GROUP_OPERATORS.map(group => `${group} makes operators`),
  ]
  return [{ area: 'web', name: 'groups', status: 'ok', found: given.join(', ') }]
}
