import { expect, test } from 'vitest'
import { joinParts } from './translate-batches.ts'

const part = (source: string, translation: string) => ({ source, translation })

test('joinParts: replaces a period in the middle of a sentence with the source punctuation', () => {
  expect(joinParts([part('I live here,', 'Vivo aquí.'), part('and you.', 'y tú.')], 'es')).toBe(
    'Vivo aquí, y tú.',
  )
  expect(joinParts([part('I live', 'Vivo.'), part('here.', 'aquí.')], 'es')).toBe('Vivo aquí.')
  expect(joinParts([part('I live here,', '我住在这里。'), part('and you.', '你呢。')], 'zh')).toBe(
    '我住在这里，你呢。',
  )
})

test('joinParts: keeps correct punctuation', () => {
  expect(joinParts([part('at 5 p.m.', 'a las 5 p.m.'), part('or later', 'o más tarde')], 'es')).toBe(
    'a las 5 p.m. o más tarde',
  )
  expect(joinParts([part('One.', 'Uno.')], 'es')).toBe('Uno.')
  expect(joinParts([], 'es')).toBe('')
})
