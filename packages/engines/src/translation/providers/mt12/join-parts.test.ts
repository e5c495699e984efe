import { expect, test } from 'vitest'
import { joinParts } from './join-parts.ts'

const part = (source: string, translation: string) => ({ source, translation })

test('a full stop that the model put into the middle of a sentence becomes what stood there', () => {
  expect(joinParts([part('I live here,', 'Vivo aquí.'), part('and you.', 'y tú.')], 'es')).toBe(
    'Vivo aquí, y tú.',
  )
  expect(joinParts([part('I live', 'Vivo.'), part('here.', 'aquí.')], 'es')).toBe('Vivo aquí.')
  expect(joinParts([part('I live here,', '我住在这里。'), part('and you.', '你呢。')], 'zh')).toBe(
    '我住在这里，你呢。',
  )
})

test('what was right is left alone', () => {
  expect(joinParts([part('at 5 p.m.', 'a las 5 p.m.'), part('or later', 'o más tarde')], 'es')).toBe(
    'a las 5 p.m. o más tarde',
  )
  expect(joinParts([part('One.', 'Uno.')], 'es')).toBe('Uno.')
  expect(joinParts([], 'es')).toBe('')
})
