/** The root folder of the checkout, independent of the current folder. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)))
