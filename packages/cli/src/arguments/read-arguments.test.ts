import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WrongUse } from '../wrong-use.ts'
import { fieldsOf } from './operation-fields.ts'
import { readArguments } from './read-arguments.ts'

test('files, own flags and options of operations are told apart', () => {
  const args = readArguments([
    'convert',
    'a.png',
    '--to',
    'jpg',
    'b.png',
    '--quality=high',
    '-f',
    '--jobs',
    '3',
  ])
  expect(args).toMatchObject({
    command: 'convert',
    operands: ['a.png', 'b.png'],
    to: 'jpg',
    isForced: true,
    jobs: 3,
  })
  expect([...args.options]).toEqual([['quality', 'high']])
})

test('a switch of an operation needs no value and can be turned off', () => {
  const args = readArguments(['run', 'create-gif', 'a.mp4', '--is-reversed', '--no-maintain-aspect-ratio'])
  expect(Object.fromEntries(args.options)).toEqual({
    'is-reversed': 'true',
    'maintain-aspect-ratio': 'false',
  })
  expect(args.operands).toEqual(['create-gif', 'a.mp4'])
})

test('--option takes any name and any value', () => {
  const args = readArguments(['run', 'x', '--option', 'caption=a=b', '--option', 'fps=5'])
  expect(Object.fromEntries(args.options)).toEqual({ caption: 'a=b', fps: '5' })
})

test('@ reads a value from a file, so that a password stands in no list of processes', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cli-arguments-')), 'secret')
  writeFileSync(path, 'open sesame\n')
  expect(readArguments(['compress', 'a', '--password', `@${path}`]).options.get('password')).toBe(
    'open sesame',
  )
})

test.each([
  [['convert', '--nonsense'], '--nonsense'],
  [['convert', '--to'], '--to'],
  [['convert', '--jobs', '0'], '--jobs'],
  [['convert', '--jobs', 'many'], '--jobs'],
  [['run', '--option', 'fps'], 'name=value'],
  [['run', '--subtitles', '@/no/such/file'], 'no such file'],
])('%j is refused and says why', (argv, words) => {
  expect(() => readArguments(argv)).toThrow(WrongUse)
  expect(() => readArguments(argv)).toThrow(words)
})

test('the options of an operation are read from its schema', () => {
  const fields = fieldsOf('compress-files')
  expect(fields.find(({ name }) => name === 'compressionLevel')).toMatchObject({
    flag: 'compression-level',
    usual: '5',
  })
  expect(fields.find(({ name }) => name === 'isPasswordProtected')).toMatchObject({ isSwitch: true })
  expect(fieldsOf('convert-image').find(({ name }) => name === 'outputFormat')).toMatchObject({
    isRequired: true,
  })
})
