/** Protocol of the sniffing program: paths on standard input, one line of formats on standard output. */
import { formatIds } from '@filesmith/contract/formats'
import { z } from 'zod'

export const sniffJobSchema = z.array(z.string())
/** In the order of the files; null where the content is not recognized. */
export const sniffedSchema = z.array(z.enum(formatIds).nullable())
