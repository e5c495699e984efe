import { expect, test } from 'vitest'
import { isGuessable, passwordStrength } from './password-strength.ts'

const owner = { username: 'mara.holt', email: 'mara@lighthouse.example' }

test.each([
  ['password', 'a common password'],
  ['P4ssw0rd!', 'with substituted characters'],
  ['iloveyou2', 'followed by a digit'],
  ['Sunshine2024', 'followed by a year'],
  ['12345678', 'a digit sequence'],
  ['87654321', 'backwards'],
  ['qwertyuiop', 'a keyboard row'],
  ['1q2w3e4r5t', 'two interleaved rows'],
  ['1qaz2wsx', 'keyboard columns'],
  ['abcdefgh', 'the alphabet'],
  ['aaaaaaaaaaaa', 'one letter'],
  ['abababababab', 'two letters'],
  ['passwordpassword', 'a repeated word'],
  ['19841984', 'a repeated year'],
  ['mara.holt1', 'the username'],
  ['Holt2024!', 'part of the username'],
  ['lighthouse99', 'the email domain'],
  ['filesmith1', 'the product name'],
  ['Passw0rd', 'a capitalized common password'],
])('passwordStrength: rejects %s (%s)', password => {
  expect(passwordStrength(password, owner)).toMatchObject({ score: 0, label: 'Too easy to guess' })
  expect(isGuessable(password, owner)).toBe(true)
})

test.each([
  ['vkqpwjtz', 1, 'Weak'],
  ['harbour2024', 1, 'Weak'],
  ['Troubador&3', 2, 'Fair'],
  ['copper lantern', 2, 'Fair'],
  ['3Xk9!mQz7pLr', 3, 'Good'],
  ['correct horse battery staple', 4, 'Strong'],
  ['дождь над тихой гаванью', 4, 'Strong'],
])('passwordStrength: %s has score %i, %s', (password, score, label) => {
  expect(passwordStrength(password, owner)).toMatchObject({ score, label })
  expect(isGuessable(password, owner)).toBe(false)
})

test('passwordStrength: names of other users do not matter', () => {
  expect(isGuessable('lighthouse99', { username: 'otto', email: 'otto@post.example' })).toBe(false)
})

test('passwordStrength: the hint names the main weakness', () => {
  const hintOf = (password: string) => passwordStrength(password, owner).hint
  expect(hintOf('kite')).toBe('It needs 8 characters or more.')
  expect(hintOf('mara.holt1')).toBe('Avoid your name and email address.')
  expect(hintOf('password1')).toBe('This is a common password.')
  expect(hintOf('qwertyuiop')).toBe('Avoid sequences like 1234 or qwerty.')
  expect(hintOf('zzzzzzzzzz')).toBe('Avoid repeated characters or words.')
  expect(hintOf('vkqpwjtz')).toBe('Add another word or two.')
  expect(hintOf('correct horse battery staple')).toBe('')
})

test('passwordStrength: adding characters never lowers the score', () => {
  const password = 'copper lantern, 3 tugboats'
  const scores = [...password].map((_, index) => passwordStrength(password.slice(0, index + 1)).score)
  expect(scores.toSorted((a, b) => a - b)).toEqual(scores)
})
