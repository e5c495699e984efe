import { expect, test } from 'vitest'
import { characterOfName, composingNames, latinNames, standardNames, standardString } from './latin-glyphs.ts'

test('latin glyphs: names, characters and codes fit together', () => {
  expect(standardString(228)).toBe('zcaron')
  expect(['zcaron', 'Eth', 'quoteright', 'minus', 'caron'].map(characterOfName)).toEqual([
    'ž',
    'Ð',
    '’',
    '−',
    'ˇ',
  ])
  expect(['uni00E9', 'u1F600', 'c23', 'uFFFFFF'].map(characterOfName)).toEqual([
    'é',
    '😀',
    undefined,
    undefined,
  ])
  expect([39, 174, 208, 251].map(code => standardNames.get(code))).toEqual([
    'quoteright',
    'fi',
    'emdash',
    'germandbls',
  ])
  expect(latinNames(0xe9)).toEqual(['Oslash', 'eacute', 'Egrave'])
  expect(composingNames.filter(name => name.length > 1)).toEqual(
    'grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron dotlessi'.split(
      ' ',
    ),
  )
})
