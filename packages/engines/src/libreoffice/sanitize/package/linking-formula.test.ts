import { expect, test } from 'vitest'
import { findLinkingNames, isLinkingFormula, isLinkingOpenFormula } from './linking-formula.ts'

test.each([
  '_xlfn.WEBSERVICE("http://a")',
  '1+webservice (A1)',
  '[1]Sheet1!A1',
  "'[1]My Sheet'!A1",
  "'C:\\data\\[b.xlsx]Sheet'!A1",
  "'https://a.example/x[b.xlsx]S'!A1",
  '[1]!Name',
  "cmd|'/C calc'!A0",
  'SUM([2]A!B1:B9)',
  'INFO("system")',
  'IF(A1,"x"&cell ("filename",A1),0)',
  `'it"s'!A1&INFO("release")&'"'!A1`,
])('isLinkingFormula: %s reads something else', formula => {
  expect(isLinkingFormula(formula)).toBe(true)
})

test.each([
  'SUM(A1:B2)',
  'Sales[Amount]*2',
  'SUM(Sales[[#This Row],[Amount]:[Tax]])',
  '[@Amount]*1.19',
  'HYPERLINK("https://a.example","a")',
  '"a|b [1]"&A1',
  "'My Sheet'!A1",
  'IFERROR(A1,"WEBSERVICE")',
  '"More info (see page "&A1&")"',
  'MYINFO(A1)+CELLS(A2)',
  "'Info (2026)'!A1",
])('isLinkingFormula: %s stays', formula => {
  expect(isLinkingFormula(formula)).toBe(false)
})

test.each([
  ['of:=WEBSERVICE("http://a")', true],
  ["of:=['file:///b.ods'#$Sheet1.A1]", true],
  ['of:=INFO("system")', true],
  ['of:=[.A1]&CELL("filename")', true],
  ['of:=DDE("soffice";"b";"c")', true],
  ["'http://a.example/b.ods'#$Sheet1.A1:B2", true],
  ['of:=SUM([.A1:.B2])', false],
  ['of:=HYPERLINK("https://a.example/#x";"a")', false],
  ['of:={1;2|3;4}', false],
  ["$'My Sheet'.A1:$'My Sheet'.B2", false],
])('isLinkingOpenFormula: %s is %s', (formula, isLinking) => {
  expect(isLinkingOpenFormula(formula)).toBe(isLinking)
})

test('findLinkingNames: names that use a linking name link as well, whatever their order', () => {
  const names = findLinkingNames(
    [
      ['Third', 'Second+1'],
      ['Second', 'FIRST&"a"'],
      ['First', 'INFO("system")'],
      ['Loop', 'Loop+Third'],
      ['Harmless', '"First"&A1'],
    ],
    isLinkingFormula,
  )
  expect(names).toEqual(new Set(['first', 'second', 'third', 'loop']))
  expect(isLinkingFormula('SUM(third)', names)).toBe(true)
  expect(isLinkingFormula('"third"', names)).toBe(false)
})
