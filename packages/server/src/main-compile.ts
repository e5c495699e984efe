/**
 * Fills the compile cache before the first start: a process that finds its modules there does not load the compiler for
 * TypeScript, which takes 20 MB of memory until it ends.
 */
import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import './adapters/mail-folder/mail-folder.ts'
import './main-all.ts'
import './main-web.ts'
import './main-worker.ts'

// Loaded on demand; the programs of their helpers are compiled apart.
const engines = fileURLToPath(new URL('../../engines/src/', import.meta.url))
for (const file of globSync(`${engines}{image-helpers,ocr/scan-reader,*/start-*}.ts`))
  if (!file.endsWith('.test.ts')) await import(pathToFileURL(file).href)

flushCompileCache()
process.exit()
