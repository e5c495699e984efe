import { expect, test } from 'vitest'
import { readOperations, writeNumber, writeOperand } from './content-tokens.ts'

const operationsOf = (content: string) => [...readOperations(content)]

test('content tokens: strings with escapes, nested brackets and hexadecimal digits', () => {
  const [first] = operationsOf(String.raw`[(a\(b\)(c)\101\
d\n) <4 14> -.5 (\53)] TJ`)
  expect(first?.operands).toEqual([
    {
      kind: 'array',
      items: [
        { kind: 'string', bytes: 'a(b)(c)Ad\n' },
        { kind: 'string', bytes: 'A@' },
        { kind: 'number', value: -0.5 },
        { kind: 'string', bytes: '+' },
      ],
    },
  ])
})

test('content tokens: names, dictionaries, comments and constants', () => {
  const content = '/P#20Q <</MCID 3/Lang(en)/F true>> BDC % (not a string)\nEMC'
  const [first, second] = operationsOf(content)
  expect(first?.operands.map(writeOperand)).toEqual(['/P#20Q', '<</MCID 3 /Lang <656e> /F true>>'])
  expect(content.slice(first?.start, first?.end)).toBe('/P#20Q <</MCID 3/Lang(en)/F true>> BDC')
  expect(second?.operator).toBe('EMC')
})

test('content tokens: data of inline images is not read as operators', () => {
  const content = 'q BI /W 1 /H 1 ID \x00(EI\xff\x01 EI\nQ'
  expect(operationsOf(content).map(({ operator }) => operator)).toEqual(['q', 'BI', 'Q'])
})

test('content tokens: damaged streams end', () => {
  expect(operationsOf('(never closed').length).toBe(0)
  expect(operationsOf('[1 2 <').length).toBe(0)
  expect(operationsOf(`${'['.repeat(5000)} Tj`).length).toBeLessThan(2)
})

test('content tokens: numbers have no exponent', () => {
  expect(writeNumber(1e-9)).toBe('0')
  expect(writeNumber(12.34567)).toBe('12.3457')
})
