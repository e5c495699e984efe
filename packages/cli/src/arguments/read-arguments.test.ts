import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import { fieldsOf } from './operation-fields.ts'
import { readArguments } from './read-arguments.ts'

test('readArguments: separates operands, global flags and operation options', () => {
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

test('readArguments: accepts boolean operation flags without a value and negated with --no-', () => {
  const args = readArguments(['run', 'create-gif', 'a.mp4', '--is-reversed', '--no-maintain-aspect-ratio'])
  expect(Object.fromEntries(args.options)).toEqual({
    'is-reversed': 'true',
    'maintain-aspect-ratio': 'false',
  })
  expect(args.operands).toEqual(['create-gif', 'a.mp4'])
})

test('readArguments: --option accepts any name=value pair', () => {
  const args = readArguments(['run', 'x', '--option', 'caption=a=b', '--option', 'fps=5'])
  expect(Object.fromEntries(args.options)).toEqual({ caption: 'a=b', fps: '5' })
})

test('readArguments: @path reads a value from a file, which keeps passwords out of the process list', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'cli-arguments-'))
  const path = join(folder.path, 'secret')
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
  [['run', '--subtitles', '@/no/such/file'], 'File not found'],
])('readArguments: %j throws a UsageError that names the problem', (argv, words) => {
  expect(() => readArguments(argv)).toThrow(UsageError)
  expect(() => readArguments(argv)).toThrow(words)
})

test('fieldsOf: derives flags, defaults and required options from the schema', () => {
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
