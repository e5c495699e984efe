/** Where the checkout stands, whatever folder a command was started from. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)))
