import { expect, test } from 'vitest'
import { cutSegments } from './cut-segments.ts'

/** Half a second each; `|` behind a word: the model would end a segment there; a number is a pause in seconds. */
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
      isClosing: part.endsWith('|'),
      tokens: { from: index, until: index + 1 },
    }
  })
}

const cut = (script: string) =>
  cutSegments(words(script)).map(segment => segment.words.map(({ text }) => text.trim()).join(' '))

test('a sentence ends where there is a mark and the model would end it', () => {
  expect(cut('Mr. Quilter came.| He was late.| So what')).toEqual([
    'Mr. Quilter came.',
    'He was late.',
    'So what',
  ])
})

test('without marks a pause will do, and a long one always', () => {
  expect(cut('so it goes| 0.4 and then| it stops')).toEqual(['so it goes', 'and then it stops'])
  expect(cut('hello 2 again')).toEqual(['hello', 'again'])
})

test('a long sentence is cut near its middle, behind a comma rather than inside a phrase', () => {
  const long =
    'we went down to the river with all of them, and there we saw what nobody had seen in these years before.'
  expect(cut(long)).toEqual(long.split(/(?<=,) /))
})

test('segments know their tokens, and nothing gives none', () => {
  expect(cutSegments(words('Yes.| 1 No.')).map(({ tokens }) => tokens)).toEqual([
    { from: 0, until: 1 },
    { from: 2, until: 3 },
  ])
  expect(cutSegments([])).toEqual([])
})
