/** Files that crash or stall the worker that reads them, with the help of crash-on-marked-file.ts. */
import { fileURLToPath } from 'node:url'

export const crashMark = Buffer.from('crashes the worker')
export const stallMark = Buffer.from('stalls the worker')

/** Last line of a process that a marked file crashed. */
export const crashNote = 'crashed by a marked file'

/** Value of NODE_OPTIONS for processes that the marks work on. */
export const crashOnMarkedFile = `--import=${fileURLToPath(new URL('crash-on-marked-file.ts', import.meta.url))}`
