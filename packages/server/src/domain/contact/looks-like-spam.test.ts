import type { ContactRequest } from '@filesmith/contract/schemas/contact'
import { expect, test } from 'vitest'
import { looksLikeSpam } from './looks-like-spam.ts'

const honest: ContactRequest = {
  name: 'Anna',
  email: 'anna@example.org',
  subject: 'A question',
  message: 'How large may a video be?',
  isPriority: false,
  website: '',
  filledInMs: 20_000,
}

test.each([
  ['the hidden field is filled in', { website: 'https://casino.example' }],
  ['it was sent faster than anybody types', { filledInMs: 300 }],
  ['the name is an address', { name: 'Cheap pills https://pills.example' }],
  ['it is a link and nothing else', { message: 'https://pills.example/?id=1234567890' }],
  ['it is links with hardly a word', { message: 'look: www.pills.example http://more.example !!!' }],
  [
    'it links as bulletin boards do',
    { message: 'Great site! [url=https://pills.example]pills[/url] for you' },
  ],
])('a message is suspected when %s', (_why, change) => {
  expect(looksLikeSpam({ ...honest, ...change })).toBe(true)
})

test.each([
  ['an ordinary question', {}],
  ['a quick one', { filledInMs: 2000 }],
  ['one of a program that does not say how long it took', { filledInMs: undefined }],
  [
    'one with a link and words',
    { message: 'This page does not load for me: https://files.example.org/tools' },
  ],
  [
    'one with many links and words',
    { message: 'I tried https://a.example https://b.example https://c.example and none of them opened.' },
  ],
  [
    'one without Latin letters',
    { message: 'ファイルを変換できません。https://files.example.org を見てください。' },
  ],
  ['one that is only numbers', { message: '4711 0815 2342 1337' }],
  [
    'one about HTML',
    { message: 'My page has <a href="x.html">a link</a>, and the PDF has none. Why is that?' },
  ],
])('a message is not suspected: %s', (_what, change) => {
  expect(looksLikeSpam({ ...honest, ...change } as ContactRequest)).toBe(false)
})
