/** Preloaded by `--import`: appends the URL of every module that the process loads to the file LOADED_MODULES. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const file = process.env.LOADED_MODULES
if (file === undefined) throw new Error('LOADED_MODULES is not set')

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(file, `${url}\n`)
    return nextLoad(url, context)
  },
})
