import { expect, test } from 'vitest'
import { contactRequestSchema } from './contact.ts'

const right = { name: 'Anna', email: 'anna@example.org', subject: 'A question', message: 'How does it work?' }
const problemsWith = (change: object) =>
  contactRequestSchema.safeParse({ ...right, ...change }).error?.issues.map(issue => issue.message)

test.each([
  ['CONT-03', { name: 'A' }, 'Name must be at least 2 characters.'],
  ['CONT-03', { name: ' A ' }, 'Name must be at least 2 characters.'],
  ['CONT-04', { email: 'anna@' }, 'Please enter a valid email address.'],
  ['CONT-04', { email: '' }, 'Please enter a valid email address.'],
  ['CONT-04', { email: `${'a'.repeat(250)}@example.org` }, 'Please enter a valid email address.'],
  ['CONT-04', { email: 'anna@example.org, eve@example.org' }, 'Please enter a valid email address.'],
  ['CONT-05', { subject: 'Hey!' }, 'Subject must be at least 5 characters.'],
  ['CONT-06', { message: 'Too short' }, 'Message must be at least 10 characters.'],
  ['CONT-07', { name: undefined }, 'Required'],
  ['CONT-07', { email: undefined }, 'Required'],
  ['CONT-07', { subject: undefined }, 'Required'],
  ['CONT-07', { message: undefined }, 'Required'],
  ['too long', { name: 'n'.repeat(101) }, 'Name must be at most 100 characters.'],
  ['too long', { subject: 's'.repeat(201) }, 'Subject must be at most 200 characters.'],
  ['too long', { message: 'm'.repeat(10_001) }, 'Message must be at most 10,000 characters.'],
])('contactRequestSchema: %s %j is rejected with one message', (_id, change, message) => {
  expect(problemsWith(change)).toEqual([message])
})

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
