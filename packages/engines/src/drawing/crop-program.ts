/** Sandboxed program: reduces an SVG to what is drawn in it. Gets the paths of the file and of the result. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import { cropTo, withoutPaper, withVisibleLines } from './crop-to.ts'

const [, , input = '', output = ''] = process.argv
const svg = withVisibleLines(withoutPaper(readFileSync(input, 'utf8')))
const box = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).getBBox()
writeFileSync(output, box ? cropTo(svg, box) : svg)
