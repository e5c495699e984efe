import { expect, test } from 'vitest'
import { cutSegments } from './cut-segments.ts'

/** Half a second per word; `|` marks a segment end predicted by the model; a number is a pause in seconds. */
function words(script: string) {
  let t = 0
  return script.split(' ').flatMap((part, index) => {
    if (/^\d/.test(part)) {
      t += Number(part)
      return []
    }
    const startSeconds = t
    t += 0.5
    return {
      text: ` ${part.replace('|', '')}`,
      startSeconds,
      endSeconds: t,
      endsSegment: part.endsWith('|'),
      tokens: { from: index, until: index + 1 },
    }
  })
}

const cut = (script: string) =>
  cutSegments(words(script)).map(segment => segment.words.map(({ text }) => text.trim()).join(' '))

test('cutSegments: ends a sentence at punctuation confirmed by the model', () => {
  expect(cut('Mr. Quilter came.| He was late.| So what')).toEqual([
    'Mr. Quilter came.',
    'He was late.',
    'So what',
  ])
})

test('cutSegments: without punctuation, ends at a pause confirmed by the model and always at a long pause', () => {
  expect(cut('so it goes| 0.4 and then| it stops')).toEqual(['so it goes', 'and then it stops'])
  expect(cut('hello 2 again')).toEqual(['hello', 'again'])
})

test('cutSegments: splits a long sentence near its middle, preferably after a comma', () => {
  const long =
    'we went down to the river with all of them, and there we saw what nobody had seen in these years before.'
  expect(cut(long)).toEqual(long.split(/(?<=,) /))
})

test('cutSegments: reports token ranges and returns nothing for no words', () => {
  expect(cutSegments(words('Yes.| 1 No.')).map(({ tokens }) => tokens)).toEqual([
    { from: 0, until: 1 },
    { from: 2, until: 3 },
  ])
  expect(cutSegments([])).toEqual([])
})
