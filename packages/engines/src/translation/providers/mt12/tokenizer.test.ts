import { describe, expect, test } from 'vitest'
import { createTokenizer, normalizeText } from './tokenizer.ts'
import { idOf, smallVocabulary } from './vocabulary.fixture.ts'

const tokenizer = createTokenizer(smallVocabulary)
const tokensOf = (text: string) => tokenizer.encode(text).map(id => smallVocabulary.pieces[id]?.[0])

describe('Tokenizer', () => {
  test('prefers the most likely tokens to the longest', () => {
    // '▁house' is likelier than '▁hou' and 'se' together; '▁the' than '▁th' and 'e'.
    expect(tokensOf('the house')).toEqual(['▁the', '▁house'])
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
  ])('round-trips %s', text => {
    expect(tokenizer.decode(tokenizer.encode(text))).toBe(normalizeText(text))
  })

  test('encodes an unknown character as bytes', () => {
    expect(tokensOf('é')).toEqual(['▁', '<0xC3>', '<0xA9>'])
  })

  test('skips invalid bytes and tags when decoding', () => {
    const broken = [idOf('<2en>'), idOf('▁the'), idOf('<0xC3>'), idOf('▁house'), idOf('</s>')]
    expect(tokenizer.decode(broken)).toBe('the house')
  })

  test('encodes an empty text as no tokens', () => {
    expect(tokenizer.encode(' \n\u200b ')).toEqual([])
    expect(tokenizer.decode([])).toBe('')
  })

  test('normalizes to NFC, removes invisible characters and collapses spaces', () => {
    expect(normalizeText(' e\u0301t\u00e9\u00ad  a…\ufeff\tb \ud800')).toBe('été a... b \ufffd')
  })
})
