import { expect, test } from 'vitest'
import { officeState } from './contact.tsx'

const stateAt = (iso: string) => {
  const { isOpen, changesAt } = officeState(new Date(iso))
  return [isOpen ? 'open' : 'closed', changesAt.toISOString()]
}

test.each([
  ['a winter Monday just before nine', '2026-01-12T16:59:59Z', 'closed', '2026-01-12T17:00:00.000Z'],
  ['a winter Monday at nine', '2026-01-12T17:00:00Z', 'open', '2026-01-13T01:00:00.000Z'],
  ['a winter Monday just before five', '2026-01-13T00:59:59Z', 'open', '2026-01-13T01:00:00.000Z'],
  ['a winter Monday at five', '2026-01-13T01:00:00Z', 'closed', '2026-01-13T17:00:00.000Z'],
  [
    'a summer Wednesday at noon, an hour earlier in UTC',
    '2026-07-15T19:00:00Z',
    'open',
    '2026-07-16T00:00:00.000Z',
  ],
  ['the night to a Thursday', '2026-01-15T09:30:00Z', 'closed', '2026-01-15T17:00:00.000Z'],
  ['a Friday evening: Monday', '2026-01-17T02:00:00Z', 'closed', '2026-01-19T17:00:00.000Z'],
  ['a Saturday at noon: Monday', '2026-01-17T20:00:00Z', 'closed', '2026-01-19T17:00:00.000Z'],
  ['a Sunday at noon: Monday', '2026-01-18T20:00:00Z', 'closed', '2026-01-19T17:00:00.000Z'],
  ['the weekend on which summer time begins', '2026-03-07T20:00:00Z', 'closed', '2026-03-09T16:00:00.000Z'],
  ['the weekend on which summer time ends', '2026-10-31T19:00:00Z', 'closed', '2026-11-02T17:00:00.000Z'],
])('CONT-13 officeState: %s', (_when, now, state, changesAt) => {
  expect(stateAt(now)).toEqual([state, changesAt])
})
