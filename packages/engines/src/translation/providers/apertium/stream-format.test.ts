import { describe, expect, test } from 'vitest'
import { parseMode } from './read-modes.ts'
import { fromStream, toStream } from './stream-format.ts'

describe("Apertium's stream format", () => {
  test.each([
    'Hello world.',
    'a [b] {c} <d> e^f $g /h\\ @i ~j ~ k',
    'back\\slashes \\\\ and \\[ mixed',
    '😀 signs outside the basic plane',
    '',
  ])('%s comes back as it was', text => {
    expect(fromStream(toStream(text).replace('\0', ''))).toBe(text)
  })

  test('what would break the stream is taken out', () => {
    expect(toStream('one\0two\r\nthree\u0007 \ud800')).toBe('one two three \ufffd.[]\n\0')
  })

  test('spaces that the rules doubled or put in front are removed', () => {
    expect(fromStream('  Qué   dices?.[]\n')).toBe('Qué dices?')
  })
})

describe('a mode', () => {
  test('becomes programs that flush, without marks at unknown words', () => {
    const line = "lt-proc '/x/a b.bin' | apertium-tagger -g $2 '/x/c.prob' | lt-proc $1 '/x/d.bin'\n"
    expect(parseMode(line)).toEqual([
      ['lt-proc', '-z', '/x/a b.bin'],
      ['apertium-tagger', '-z', '-g', '/x/c.prob'],
      ['lt-proc', '-z', '-n', '/x/d.bin'],
    ])
  })
})
