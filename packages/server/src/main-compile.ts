/**
 * Fills the compile cache before the first start: a process that finds its modules there does not load the compiler for
 * TypeScript, which takes 20 MB of memory until it ends.
 */
import { flushCompileCache } from 'node:module'
import './adapters/mail-folder/mail-folder.ts'
import './main-all.ts'
import './main-web.ts'
import './main-worker.ts'

flushCompileCache()
process.exit()
