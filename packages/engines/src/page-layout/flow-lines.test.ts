import { expect, it } from 'vitest'
import { composeAccents } from './flow-lines.ts'

it('composeAccents: joins an accent with the letter that follows, a cedilla with the one before', () => {
  expect(composeAccents('J¨ager, Schillerg¨asschen, Prkk¨a')).toBe('Jäger, Schillergässchen, Prkkä')
  expect(composeAccents('Garc´ıa, na¨ıve, Franc¸ois, a¸ b')).toBe('García, naïve, François, a¸ b')
})

it('composeAccents: keeps accents that belong to no letter', () => {
  expect(composeAccents('it´s 5 ¨ and ˆ2, Neuchatelˆ')).toBe('it´s 5 ¨ and ˆ2, Neuchatelˆ')
})
