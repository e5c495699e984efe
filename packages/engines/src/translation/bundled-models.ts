/** Translation weights that come with the product. */
import { fileURLToPath } from 'node:url'

export const bundledModelsDir = fileURLToPath(new URL('../../models', import.meta.url))
