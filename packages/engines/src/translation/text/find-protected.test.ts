/** findProtected and findNumbers: exact ranges. */
import { expect, test } from 'vitest'
import { findNumbers, findProtected } from './find-protected.ts'

const found = (text: string) => findProtected(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['See https://example.com/a.b?c=d#e.', ['https://example.com/a.b?c=d#e']],
  [
    '(see https://en.example.org/Foo_(bar)), or www.example.com!',
    ['https://en.example.org/Foo_(bar)', 'www.example.com'],
  ],
  ['请看https://example.com/页。好', ['https://example.com/']],
  ['Mail a.b+c@example.co.uk or {ann,bob}@example.com.', ['a.b+c@example.co.uk', '{ann,bob}@example.com']],
  ['Hi {name}, you have {{count}} of {0} at #{price}', ['{name}', '{{count}}', '{0}', '#{price}']],
  ['%s has %d files, %1$s %.2f %(name)s, 50% sure', ['%s', '%d', '%1$s', '%.2f', '%(name)s']],
  ['Set $HOME and %PATH% with --verbose in ~/.bashrc', ['$HOME', '%PATH%', '--verbose', '~/.bashrc']],
  [
    'Run `npm start` and call_me() in report.pdf at C:\\Temp\\x.txt',
    ['`npm start`', 'call_me()', 'report.pdf', 'C:\\Temp\\x.txt'],
  ],
  ['A <b>bold</b> &nbsp; word', ['<b>', '</b>', '&nbsp;']],
  ['It costs $5 and/or 3 < 4, a.m. and e.g. this', []],
])('findProtected: %s', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

test('findNumbers: finds numbers with their units', () => {
  const text = 'It is 3.5 km, −4 °C, 1,250.75 and 10:30 on 2026-11-15; room B12 has 5 % left.'
  expect(findNumbers(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '3.5 km',
    '−4 °C',
    '1,250.75',
    '10:30',
    '2026-11-15',
    '5 %',
  ])
})
