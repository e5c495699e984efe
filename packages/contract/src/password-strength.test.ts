import { expect, test } from 'vitest'
import { isGuessable, passwordStrength } from './password-strength.ts'

const owner = { username: 'mara.holt', email: 'mara@lighthouse.example' }

test.each([
  ['password', 'a word of the lists'],
  ['P4ssw0rd!', 'the same in disguise'],
  ['iloveyou2', 'with a digit after it'],
  ['Sunshine2024', 'with a year after it'],
  ['12345678', 'a row of digits'],
  ['87654321', 'backwards'],
  ['qwertyuiop', 'a row of keys'],
  ['1q2w3e4r5t', 'two rows at once'],
  ['1qaz2wsx', 'columns of keys'],
  ['abcdefgh', 'the alphabet'],
  ['aaaaaaaaaaaa', 'one letter'],
  ['abababababab', 'two letters'],
  ['passwordpassword', 'twice the same word'],
  ['19841984', 'twice the same year'],
  ['mara.holt1', 'the username'],
  ['Holt2024!', 'a part of the username'],
  ['lighthouse99', 'where the mail is'],
  ['filesmith1', 'the name of the site'],
  ['Passw0rd', 'a word of the lists that begins large'],
])('%s is refused: %s', password => {
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
])('%s has the score %i, %s', (password, score, label) => {
  expect(passwordStrength(password, owner)).toMatchObject({ score, label })
  expect(isGuessable(password, owner)).toBe(false)
})

test('somebody else’s name is no weakness', () => {
  expect(isGuessable('lighthouse99', { username: 'otto', email: 'otto@post.example' })).toBe(false)
})

test('the hint names what is weakest', () => {
  const hintOf = (password: string) => passwordStrength(password, owner).hint
  expect(hintOf('kite')).toBe('It needs 8 characters or more.')
  expect(hintOf('mara.holt1')).toBe('Avoid your name and email address.')
  expect(hintOf('password1')).toBe('This is a common password.')
  expect(hintOf('qwertyuiop')).toBe('Avoid sequences like 1234 or qwerty.')
  expect(hintOf('zzzzzzzzzz')).toBe('Avoid repeated characters or words.')
  expect(hintOf('vkqpwjtz')).toBe('Add another word or two.')
  expect(hintOf('correct horse battery staple')).toBe('')
})

test('a longer password is never worse than its beginning', () => {
  const password = 'copper lantern, 3 tugboats'
  const scores = [...password].map((_, index) => passwordStrength(password.slice(0, index + 1)).score)
  expect(scores.toSorted((a, b) => a - b)).toEqual(scores)
})
