import { expect, test } from 'vitest'
import { sanitizeRtf } from './sanitize-rtf.ts'

const clean = (rtf: string) => sanitizeRtf(Buffer.from(rtf, 'latin1')).toString('latin1')
const field = (instruction: string) =>
  `{\\rtf1\\ansi A {\\field{\\*\\fldinst ${instruction}}{\\fldrslt {\\b result}}} B\\par}`
const withoutField = '{\\rtf1 \\ansi A {{{\\b result}}} B\\par }'
const failing = expect.objectContaining({ code: 'file-damaged' })

test.each([
  ['plain', 'INCLUDEPICTURE "/etc/a.png" \\\\d'],
  ['after 100,000 blanks', `${' '.repeat(100_000)}INCLUDEPICTURE a`],
  ['as a byte', "\\'49NCLUDEPICTURE a"],
  ['as Unicode', '\\u73 ?NCLUDEPICTURE a'],
  ['as Unicode without fallback', '\\uc0\\u73 NCLUDEPICTURE a'],
  ['in groups', 'I{}NC{\\b LUDE}{{PICTURE}} a'],
  ['over lines', 'INCLUDE\r\nPICTURE a'],
  ['in mixed case', 'IncludeText a'],
  ['composed by another field', '{\\field{\\*\\fldinst QUOTE}{\\fldrslt INCLUDEPICTURE}} a'],
  ['after an allowed keyword', 'PAGE INCLUDEPICTURE a'],
  ['DDE', 'DDEAUTO sh "-c id"'],
  ['as a link to a file', 'HYPERLINK "file:///etc/passwd"'],
  ['as a link that is a macro', 'HYPERLINK "vnd.sun.star.script:a"'],
])('sanitizeRtf: a disallowed field is replaced by its result: %s', (_how, instruction) => {
  expect(clean(field(instruction))).toBe(withoutField)
})

test('sanitizeRtf: fields computed from the document and clickable links are kept', () => {
  expect(clean(field('PAGE \\\\* MERGEFORMAT'))).toContain('{\\*\\fldinst {PAGE \\\\* MERGEFORMAT}}')
  expect(clean(field('HYPERLINK "https://x.example/\\\'e4" \\\\o "tip"'))).toContain(
    '{HYPERLINK "https://x.example/\\\'e4" \\\\o "tip"}',
  )
  expect(clean(field('HYPERLINK \\\\l "place"'))).toContain('HYPERLINK')
  const form =
    '{\\rtf1{\\field{\\*\\fldinst { FORMTEXT }{\\*\\formfield{\\fftype0{\\*\\ffentrymcr M}{\\*\\ffname N}}}}{\\fldrslt x}}}'
  expect(clean(form)).toBe(
    '{\\rtf1 {\\field {\\*\\fldinst { FORMTEXT }{\\*\\formfield {\\fftype0 {\\*\\ffname N}}}}{\\fldrslt x}}}',
  )
})

test('sanitizeRtf: objects, templates, file tables, embedded fonts and unknown starred groups are removed', () => {
  const rtf = [
    '{\\rtf1{\\*\\template t}{\\*\\nextfile n}{\\filetbl{\\file\\fid1 f}}{\\*\\datastore 00}{\\*\\invented x}',
    '{\\fonttbl{\\f0 A{\\*\\fontemb\\ftruetype 00};}}{\\subdocument1 s}text',
    '{\\object\\objautlink{\\*\\objclass C}{\\*\\objdata 0105}{\\result shown}}}',
  ].join('')
  expect(clean(rtf)).toBe('{\\rtf1 {\\fonttbl {\\f0 A;}}text{{shown}}}')
})

test('sanitizeRtf: a destination word in the middle of a group is removed', () => {
  expect(clean('{\\rtf1 a\\template b{\\b\\fldinst INCLUDEPICTURE c}}')).toBe(
    '{\\rtf1 ab{\\b INCLUDEPICTURE c}}',
  )
})

test('sanitizeRtf: an image is kept if its bytes are an image, written as hex digits', () => {
  const png = '89504e470d0a1a0a0000'
  expect(clean(`{\\rtf1{\\pict{\\*\\picprop{\\sp{\\sn a}{\\sv 1}}}\\pngblip\\picw9 ${png}}}`)).toBe(
    `{\\rtf1 {\\pict {\\*\\picprop {\\sp {\\sn a}{\\sv 1}}}\\pngblip \\picw9  ${png}}}`,
  )
  expect(clean(`{\\rtf1{\\pict\\pngblip\\bin10 ${Buffer.from(png, 'hex').toString('latin1')}}}`)).toContain(
    png,
  )
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('hex')
  const eps = Buffer.from('%!PS-Adobe-3.0 EPSF-3.0').toString('hex')
  for (const other of [svg, eps, '00'])
    expect(clean(`{\\rtf1 a{\\pict\\pngblip ${other}}}`)).toBe('{\\rtf1 a}')
})

test('sanitizeRtf: a linked shape loses its link, however the property name is written', () => {
  for (const name of ['pibName', 'pib{}Name', "pib\\'4eame", 'pibName '])
    expect(
      clean(`{\\rtf1{\\shp{\\*\\shpinst{\\sp{\\sn ${name}}{\\sv http://x}}{\\sp{\\sn posh}{\\sv 1}}}}}`),
    ).toBe('{\\rtf1 {\\shp {\\*\\shpinst {\\sp {\\sn posh}{\\sv 1}}}}}')
})

test('sanitizeRtf: text is kept unchanged', () => {
  const text = "{\\rtf1 \\ansi \\ansicpg1252 \\{a\\}\\\\ \\'e4\\~\\u8364 ?\\par b}"
  expect(clean(text)).toBe(text)
  expect(clean(text.replace('\\par ', '\\\r\n'))).toBe(text)
})

test('sanitizeRtf: unbalanced groups, deep nesting and wrong lengths are rejected', () => {
  const wrong = [
    '',
    'text',
    '{\\rtf1 a',
    '{\\rtf1 {\\pict\\bin99999 x}}',
    '}{\\rtf1}',
    `{\\rtf1 ${'{'.repeat(5000)}`,
  ]
  for (const rtf of wrong) expect(() => clean(rtf)).toThrow(failing)
  expect(clean('{\\rtf1 a}trailing}')).toBe('{\\rtf1 a}')
})

test('sanitizeRtf: takes linear time', () => {
  const seconds = (rtf: string) => {
    const before = process.cpuUsage().user
    sanitizeRtf(Buffer.from(rtf))
    return (process.cpuUsage().user - before) / 1e6
  }
  const unit = ['{\\field{\\*\\fldinst ', 'PAGE', '}{\\fldrslt x}}'] as const
  const nested = (count: number) => `{\\rtf1 ${'{\\sn '.repeat(900)}${'x'.repeat(count)}${'}'.repeat(900)}}`
  const many = (count: number) => `{\\rtf1 ${unit.join('').repeat(count)}}`
  // Quadratic time would take 100 times as long for ten times as much.
  for (const make of [nested, many]) {
    seconds(make(20_000))
    expect(seconds(make(100_000))).toBeLessThan(30 * Math.max(0.05, seconds(make(10_000))))
  }
})
