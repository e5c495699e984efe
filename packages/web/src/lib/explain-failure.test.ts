import { expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'
import { RequestError } from './request.ts'

const words = {
  refusedTitle: 'Login Failed',
  refusedText: 'Invalid username or password',
  unexpectedTitle: 'Login Error',
  unexpectedText: 'An unexpected error occurred. Please try again.',
}

test('SIN-07 a refusal is told in the server’s words', () => {
  const error = new RequestError(429, 'Too many attempts.', {
    code: 'too-many-attempts',
    message: 'Too many attempts.',
  })
  expect(explainFailure(error, words)).toEqual({
    title: 'Login Failed',
    description: 'Too many attempts.',
    variant: 'destructive',
  })
})

test('SIN-07 a refusal without words is told in ours', () => {
  expect(explainFailure(new RequestError(401, 'Unauthorized'), words)).toMatchObject({
    title: 'Login Failed',
    description: 'Invalid username or password',
  })
})

test.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['a gateway in trouble', new RequestError(502, '<html>Bad Gateway</html>')],
])('SIN-08 %s is unexpected', (_what, error) => {
  expect(explainFailure(error, words)).toMatchObject({
    title: 'Login Error',
    description: 'An unexpected error occurred. Please try again.',
  })
})
