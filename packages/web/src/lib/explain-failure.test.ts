import { expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'
import { RequestError } from './request.ts'

const texts = {
  refusedTitle: 'Login Failed',
  refusedText: 'Invalid username or password',
  unexpectedTitle: 'Login Error',
  unexpectedText: 'An unexpected error occurred. Please try again.',
}

test('SIN-07 explainFailure: shows the message of the server', () => {
  const error = new RequestError(429, 'Too many attempts.', {
    code: 'too-many-attempts',
    message: 'Too many attempts.',
  })
  expect(explainFailure(error, texts)).toEqual({
    title: 'Login Failed',
    description: 'Too many attempts.',
    variant: 'destructive',
  })
})

test('SIN-07 explainFailure: shows the default text for a rejection without a message', () => {
  expect(explainFailure(new RequestError(401, 'Unauthorized'), texts)).toMatchObject({
    title: 'Login Failed',
    description: 'Invalid username or password',
  })
})

test.each([
  ['no answer', new TypeError('Failed to fetch')],
  ['a gateway error', new RequestError(502, '<html>Bad Gateway</html>')],
])('SIN-08 explainFailure: %s is unexpected', (_what, error) => {
  expect(explainFailure(error, texts)).toMatchObject({
    title: 'Login Error',
    description: 'An unexpected error occurred. Please try again.',
  })
})
