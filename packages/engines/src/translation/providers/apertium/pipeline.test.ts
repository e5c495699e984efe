import { describe, expect, test } from 'vitest'
import { fromStream, toStream } from './pipeline.ts'
import { parseMode } from './read-modes.ts'

describe('toStream, fromStream', () => {
  test.each([
    'Hello world.',
    'a [b] {c} <d> e^f $g /h\\ @i ~j ~ k',
    'back\\slashes \\\\ and \\[ mixed',
    '😀 signs outside the basic plane',
    '',
  ])('round-trip %s', text => {
    expect(fromStream(toStream(text).replace('\0', ''))).toBe(text)
  })

  test('remove characters that would break the stream', () => {
    expect(toStream('one\0two\r\nthree\u0007 \ud800')).toBe('one two three \ufffd.[]\n\0')
  })

  test('remove doubled and leading spaces', () => {
    expect(fromStream('  Qué   dices?.[]\n')).toBe('Qué dices?')
  })
})

describe('parseMode', () => {
  test('adds the flush flag and leaves unknown words unmarked', () => {
    const line = "lt-proc '/x/a b.bin' | apertium-tagger -g $2 '/x/c.prob' | lt-proc $1 '/x/d.bin'\n"
    expect(parseMode(line)).toEqual([
      ['lt-proc', '-z', '/x/a b.bin'],
      ['apertium-tagger', '-z', '-g', '/x/c.prob'],
      ['lt-proc', '-z', '-n', '/x/d.bin'],
    ])
  })
})
