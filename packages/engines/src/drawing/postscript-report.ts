/** What the sandboxed program that runs PostScript reports about a file. */
import { z } from 'zod'

export const reportName = 'report.json'

export const postScriptReport = z.object({
  pages: z.int().nonnegative(),
  /** The program ended with an error, or a limit ended it. */
  isIncomplete: z.boolean(),
  /** Parts of which only an approximation was drawn. */
  isApproximate: z.boolean(),
})

export function svgPageName(page: number): string {
  return `page-${page}.svg`
}
