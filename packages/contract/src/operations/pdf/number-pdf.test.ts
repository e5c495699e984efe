import { expect, test } from 'vitest'
import { numberPdf } from './number-pdf.ts'

test('number-pdf: without texts the page number is at the bottom', () => {
  expect(numberPdf.parse({}).options).toMatchObject({ bottomCenter: '{page}', firstNumber: 1 })
  expect(numberPdf.parse({ topLeft: '{file}' }).options).toMatchObject({
    topLeft: '{file}',
    bottomCenter: '',
  })
})

test('number-pdf: names a placeholder that does not exist', () => {
  expect(() => numberPdf.parse({ topLeft: 'Page {number}' })).toThrow('{number} is not a placeholder.')
})

test('number-pdf: refuses several lines', () => {
  expect(numberPdf.parse({ topLeft: 'a\nb' }).refusal('free')?.message).toBe(
    'Headers and footers have one line each.',
  )
})
