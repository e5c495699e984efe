import { describe, expect, test } from 'vitest'
import { createTokenizer, normalise } from './tokenizer.ts'
import { idOf, smallVocabulary } from './vocabulary.fixture.ts'

const tokenizer = createTokenizer(smallVocabulary)
const piecesOf = (text: string) => tokenizer.encode(text).map(id => smallVocabulary.pieces[id]?.[0])

describe('the tokenizer', () => {
  test('takes the likeliest pieces, not the longest', () => {
    // '▁house' alone is likelier than '▁hou' and 'se' together; '▁the' than '▁th' and 'e'.
    expect(piecesOf('the house')).toEqual(['▁the', '▁house'])
    const cheaperParts = {
      ...smallVocabulary,
      pieces: smallVocabulary.pieces.map(([text, score]) => [text, text === 'se' ? -0.5 : score] as const),
    }
    const ids = createTokenizer(cheaperParts).encode('house')
    expect(ids).toEqual([idOf('▁hou'), idOf('se')])
  })

  test.each([
    'the house',
    'a',
    'x, y; z.',
    'é',
    '日本 the 語',
    '😀 house 👩‍👩‍👧',
    'السلام',
    'the\u00a0house',
  ])('%s comes back as it was', text => {
    expect(tokenizer.decode(tokenizer.encode(text))).toBe(normalise(text))
  })

  test('a sign that no piece knows becomes its bytes', () => {
    expect(piecesOf('é')).toEqual(['▁', '<0xC3>', '<0xA9>'])
  })

  test('bytes that make no sign are left out, and so are tags', () => {
    const broken = [idOf('<2en>'), idOf('▁the'), idOf('<0xC3>'), idOf('▁house'), idOf('</s>')]
    expect(tokenizer.decode(broken)).toBe('the house')
  })

  test('nothing is no pieces', () => {
    expect(tokenizer.encode(' \n\u200b ')).toEqual([])
    expect(tokenizer.decode([])).toBe('')
  })

  test('letters are composed, invisible signs removed and spaces made one', () => {
    expect(normalise(' e\u0301t\u00e9\u00ad  a…\ufeff\tb \ud800')).toBe('été a... b \ufffd')
  })
})
