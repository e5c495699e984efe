/** Sandboxed program: exits with an error unless the SVG files that are its arguments load and run nothing. */
import { readFileSync } from 'node:fs'
import { isSafeSvg } from './check-svg.ts'

for (const path of process.argv.slice(2)) if (!isSafeSvg(readFileSync(path, 'utf8'))) process.exitCode = 1
