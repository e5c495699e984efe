import { expect, test } from 'vitest'
import { describeOffice } from './contact.tsx'

const california = { timeZone: 'America/Los_Angeles', locale: 'en-US' }
const berlin = { timeZone: 'Europe/Berlin', locale: 'de-DE' }
const tokyo = { timeZone: 'Asia/Tokyo', locale: 'en-GB' }

test.each([
  ['2026-01-12T20:00:00Z', california, 'Open now, until 5:00 PM your time.'],
  ['2026-01-12T20:00:00Z', berlin, 'Open now, until 02:00 your time.'],
  ['2026-01-12T15:00:00Z', california, 'Closed now. Opens today at 9:00 AM your time.'],
  ['2026-01-13T03:00:00Z', california, 'Closed now. Opens Tuesday at 9:00 AM your time.'],
  // The office opens on a Monday, which in Japan is a Tuesday.
  ['2026-01-10T20:00:00Z', tokyo, 'Closed now. Opens Tuesday at 02:00 your time.'],
  ['2026-01-17T20:00:00Z', berlin, 'Closed now. Opens Monday at 18:00 your time.'],
])('CONT-13 describeOffice: at %s for a visitor in %o: %s', (now, visitor, text) => {
  const spaced = describeOffice(new Date(now), visitor).text.replaceAll('\u202f', ' ')
  expect(spaced).toBe(text)
})
