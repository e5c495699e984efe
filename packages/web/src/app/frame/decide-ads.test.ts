import { expect, test } from 'vitest'
import { decideAds } from './advertising-consent.tsx'

const modes = ['free-users', 'all', 'non-authenticated'] as const
const consents = [null, 'accepted', 'declined'] as const
const publisherId = 'ca-pub-1234567890123456'

const visitor = { plan: 'free', user: null } as const
const free = { plan: 'free', user: { subscriptionPlan: 'free' } } as const
const basic = { plan: 'basic', user: { subscriptionPlan: 'basic' } } as const
const pro = { plan: 'pro', user: { subscriptionPlan: 'pro' } } as const

const decideAll = (mode: (typeof modes)[number], viewer: Parameters<typeof decideAds>[1]) =>
  consents.map(consent => decideAds({ publisherId, mode }, viewer, consent))

const advertised = ['ask', 'network', 'declined']
const never = ['none', 'none', 'none']

test.each([
  ['WAIT-11', 'free-users', 'a visitor', visitor, advertised],
  ['WAIT-11', 'free-users', 'Free', free, advertised],
  ['WAIT-12', 'all', 'a visitor', visitor, advertised],
  ['WAIT-12', 'all', 'Free', free, advertised],
  ['WAIT-12', 'non-authenticated', 'a visitor', visitor, advertised],
  ['WAIT-12', 'non-authenticated', 'Free', free, never],
  ['WAIT-13', 'free-users', 'Basic', basic, never],
  ['WAIT-13', 'free-users', 'Pro', pro, never],
  ['WAIT-13', 'all', 'Basic', basic, never],
  ['WAIT-13', 'all', 'Pro', pro, never],
  ['WAIT-13', 'non-authenticated', 'Basic', basic, never],
  ['WAIT-13', 'non-authenticated', 'Pro', pro, never],
] as const)('%s decideAds: in mode %s for %s by consent none, accepted, declined: %j', (...row) => {
  const [, mode, , viewer, expected] = row
  expect(decideAll(mode, viewer)).toEqual(expected)
})

test('WAIT-14 decideAds: is "none" without a publisher id in every mode', () => {
  for (const mode of modes)
    for (const viewer of [visitor, free, basic, pro])
      for (const consent of consents) expect(decideAds({ mode }, viewer, consent)).toBe('none')
})

test.each([
  ['is loading', undefined],
  ['failed to load', null],
])('WAIT-17 decideAds: is "none" when the configuration %s', (_what, config) => {
  expect(decideAds(config, visitor, 'accepted')).toBe('none')
})

test('WAIT-13 decideAds: is "none" while the plan is unknown or account and plan disagree', () => {
  for (const mode of modes) {
    expect(decideAll(mode, { plan: undefined, user: null })).toEqual(never)
    expect(decideAll(mode, { plan: 'free', user: { subscriptionPlan: 'pro' } })).toEqual(never)
    expect(decideAll(mode, { plan: 'pro', user: { subscriptionPlan: 'free' } })).toEqual(never)
  }
})
