import { expect, test } from 'vitest'
import { cropTo, withoutPaper, withVisibleLines } from './crop-to.ts'

const root = '<svg xmlns="http://www.w3.org/2000/svg" width="595pt" height="842pt" viewBox="0 0 595 842">'
const white = '<path style="stroke:none;fill:rgb(100%,100%,100%);fill-opacity:1;" d="M 0 0 L 595 0 Z"/>'

test('cropTo: the size of the file becomes that of the box, with a margin', () => {
  expect(cropTo(`${root}<path/></svg>`, { x: 10, y: 20, width: 100, height: 50 })).toBe(
    '<svg width="104pt" height="54pt" viewBox="8 18 104 54" xmlns="http://www.w3.org/2000/svg"><path/></svg>',
  )
})

test('cropTo: leaves the file as it is without a finite box', () => {
  const svg = `${root}</svg>`
  expect(cropTo(svg, { x: Number.NaN, y: 0, width: 1, height: 1 })).toBe(svg)
})

test('withoutPaper: drops only the white page below everything else', () => {
  const paper = `<g clip-path="url(#clip1)" clip-rule="nonzero">${white}</g>`
  const drawing = `<g clip-path="url(#clip2)">${white}</g>`
  expect(withoutPaper(`<g id="surface1">${paper}${drawing}</g>`)).toBe(`<g id="surface1">${drawing}</g>`)
})

test('withVisibleLines: only hairlines become thicker', () => {
  expect(withVisibleLines('stroke-width:0.1;stroke-width:0.75;stroke-width:12;')).toBe(
    'stroke-width:0.5;stroke-width:0.75;stroke-width:12;',
  )
})
