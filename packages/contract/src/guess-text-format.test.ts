import { expect, test } from 'vitest'
import { guessTextFormat } from './guess-text-format.ts'

test.each([
  ['BEGIN:VCARD\r\nVERSION:4.0\r\n', 'vcf'],
  ['BEGIN:VCALENDAR\nVERSION:2.0\n', 'ics'],
  ['\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\nAhoy\n', 'vtt'],
  ['1\n00:00:01,000 --> 00:00:02,000\nAhoy\n', 'srt'],
  ['[Script Info]\nTitle: Tide\n', 'ass'],
  [' {"port": "Oslo"}', 'json'],
  ['[\n  {"port": 1}\n]', 'json'],
  ['[1, 2, 3]', 'json'],
  ['---\nport: Oslo\n', 'yaml'],
  ['Return-Path: <a@example.org>\r\nFrom: a@example.org\r\nSubject: Tide\r\n long\r\n\r\nLow.\r\n', 'eml'],
])('guessTextFormat: %j is %s', (text, format) => {
  expect(guessTextFormat(text)).toBe(format)
})

test.each([
  'Dear reader,\n',
  '[note] see below\n',
  '{not json}\n',
  'From: Ada\nTo: Bob\n\nA letter\n',
  '---\nA line of a letter\n',
  'port: Oslo\n',
  'BEGIN:VCARDS are nice\n',
  '',
])('guessTextFormat: %j is only text', text => {
  expect(guessTextFormat(text)).toBeUndefined()
})

test('guessTextFormat: a long line of any kind is decided at once', () => {
  const start = performance.now()
  for (const unit of ['a', '"', '{"a"', 'A: ', '\n', '1'])
    expect(guessTextFormat(unit.repeat(65_536))).not.toBe('eml')
  expect(performance.now() - start).toBeLessThan(2000)
})

test('guessTextFormat: lines that look like headers take linear time', () => {
  expect(guessTextFormat(`${'Key: value\n'.repeat(5000)}\tx`)).toBeUndefined()
})
