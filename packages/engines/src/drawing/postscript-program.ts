/** Sandboxed program: draws a PostScript file as SVG files, one for each page. Gets the paths of the file and of a folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { drawPostScript } from '../postscript/draw-postscript.ts'
import { type postScriptReport, reportName, svgPageName } from './postscript-report.ts'

const [, , input = '', outFolder = '', maxPages = '1'] = process.argv
const { pages, failure, approximations } = await drawPostScript(readFileSync(input), {
  maxPages: Number(maxPages),
})
for (const [index, page] of pages.entries()) writeFileSync(join(outFolder, svgPageName(index + 1)), page)
if (failure !== undefined) console.error(failure.slice(0, 200))
const report: z.input<typeof postScriptReport> = {
  pages: pages.length,
  isIncomplete: failure !== undefined,
  isApproximate: approximations.length > 0,
}
writeFileSync(join(outFolder, reportName), JSON.stringify(report))
