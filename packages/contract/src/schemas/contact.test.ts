import { expect, test } from 'vitest'
import { contactRequestSchema } from './contact.ts'

const right = { name: 'Anna', email: 'anna@example.org', subject: 'A question', message: 'How does it work?' }
const problemsWith = (change: object) =>
  contactRequestSchema.safeParse({ ...right, ...change }).error?.issues.map(issue => issue.message)

test.each([
  [{ name: 'A' }, 'Name must be at least 2 characters.'],
  [{ name: ' A ' }, 'Name must be at least 2 characters.'],
  [{ email: 'anna@' }, 'Please enter a valid email address.'],
  [{ email: '' }, 'Please enter a valid email address.'],
  [{ email: `${'a'.repeat(250)}@example.org` }, 'Please enter a valid email address.'],
  [{ email: 'anna@example.org, eve@example.org' }, 'Please enter a valid email address.'],
  [{ subject: 'Hey!' }, 'Subject must be at least 5 characters.'],
  [{ message: 'Too short' }, 'Message must be at least 10 characters.'],
  [{ name: undefined }, 'Required'],
  [{ email: undefined }, 'Required'],
  [{ subject: undefined }, 'Required'],
  [{ message: undefined }, 'Required'],
  [{ name: 'n'.repeat(101) }, 'Name must be at most 100 characters.'],
  [{ subject: 's'.repeat(201) }, 'Subject must be at most 200 characters.'],
  [{ message: 'm'.repeat(10_001) }, 'Message must be at most 10,000 characters.'],
])(
  'CONT-03 CONT-04 CONT-05 CONT-06 CONT-07 contactRequestSchema: reports %j as one message',
  (change, words) => {
    expect(problemsWith(change)).toEqual([words])
  },
)

test('CONT-02 errors are listed in the order of the fields', () => {
  expect(problemsWith({ message: '', subject: '', email: '', name: '' })).toEqual([
    'Name must be at least 2 characters.',
    'Please enter a valid email address.',
    'Subject must be at least 5 characters.',
    'Message must be at least 10 characters.',
  ])
})

test('contactRequestSchema: accepts the shortest and longest values', () => {
  expect(problemsWith({ name: 'Jo', subject: 'Hello', message: '0123456789' })).toBeUndefined()
  expect(
    problemsWith({ name: 'n'.repeat(100), subject: 's'.repeat(200), message: 'm'.repeat(10_000) }),
  ).toBeUndefined()
})

test('contactRequestSchema: names and subjects become one line, and control characters are removed (header injection)', () => {
  expect(
    contactRequestSchema.parse({
      name: ' Anna\r\nBcc: eve@example.org ',
      email: ' anna@example.org ',
      subject: 'A\u0000 question\tof mine',
      message: 'Hello,\r\n\r\nhow does\tit\u0000 work?\u001b[31m\n',
    }),
  ).toMatchObject({
    name: 'Anna Bcc: eve@example.org',
    email: 'anna@example.org',
    subject: 'A question of mine',
    message: 'Hello,\n\nhow does\tit work?[31m',
  })
})
