import { expect, test } from 'vitest'
import { auditActions } from '../schemas/audit-actions.ts'
import { auditSentence } from './admin-audit.ts'

const entry = (action: string, target: string | null, detail = {}, actor = 'ada') =>
  auditSentence({ action, actor, target, detail })

test('an entry says who did what, with what is known of it', () => {
  expect(entry('plan-granted', 'bob', { plan: 'pro', until: '2027-01-31T00:00:00.000Z' })).toBe(
    'ada gave bob the Pro plan until 2027-01-31.',
  )
  expect(entry('plan-granted', 'bob', { plan: 'basic', until: null })).toBe('ada gave bob the Basic plan.')
  expect(entry('engine-off', 'ffmpeg', { reason: 'A patch is due.' })).toBe(
    'ada turned Video and audio (FFmpeg) off: A patch is due.',
  )
  expect(entry('operator-made', 'bob', {}, 'command line')).toBe('A command-line user made bob an operator.')
  expect(entry('operator-signed-in', 'ada', { device: 'Firefox on Linux' })).toBe(
    'ada signed in with Firefox on Linux.',
  )
})

test('describeAudit: every action has a sentence, and an unknown one shows its name', () => {
  for (const action of auditActions) expect(entry(action, 'bob')).toMatch(/^ada [a-z].*\.$/)
  expect(entry('moon-painted', 'moon')).toBe('ada moon-painted.')
})
