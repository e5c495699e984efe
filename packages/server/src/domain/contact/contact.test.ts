import type { ContactRequest } from '@filesmith/contract/schemas/contact'
import { expect, test } from 'vitest'
import { isLikelySpam } from './contact.ts'

const legitimate: ContactRequest = {
  name: 'Anna',
  email: 'anna@example.org',
  subject: 'A question',
  message: 'How large may a video be?',
  isPriority: false,
  website: '',
  filledInMs: 20_000,
}

test.each([
  ['the hidden field is filled in (honeypot)', { website: 'https://casino.example' }],
  ['it was sent faster than a person types', { filledInMs: 300 }],
  ['the name is an address', { name: 'Cheap pills https://pills.example' }],
  ['it consists of a link only', { message: 'https://pills.example/?id=1234567890' }],
  [
    'it consists of links and hardly any words',
    { message: 'look: www.pills.example http://more.example !!!' },
  ],
  ['it contains BBCode links', { message: 'Great site! [url=https://pills.example]pills[/url] for you' }],
])('isLikelySpam: true if %s', (_why, change) => {
  expect(isLikelySpam({ ...legitimate, ...change })).toBe(true)
})

test.each([
  ['an ordinary question', {}],
  ['a quickly typed message', { filledInMs: 2000 }],
  ['a client that does not report the time', { filledInMs: undefined }],
  [
    'a message with a link and words',
    { message: 'This page does not load for me: https://files.example.org/tools' },
  ],
  [
    'a message with many links and words',
    { message: 'I tried https://a.example https://b.example https://c.example and none of them opened.' },
  ],
  [
    'a message without Latin letters',
    { message: 'ファイルを変換できません。https://files.example.org を見てください。' },
  ],
  ['a message of numbers only', { message: '4711 0815 2342 1337' }],
  [
    'a message about HTML',
    { message: 'My page has <a href="x.html">a link</a>, and the PDF has none. Why is that?' },
  ],
])('isLikelySpam: false for %s', (_what, change) => {
  expect(isLikelySpam({ ...legitimate, ...change } as ContactRequest)).toBe(false)
})
