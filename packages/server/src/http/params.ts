/** Path parameters with an id; whether it exists is checked by the domain. */
import { z } from 'zod'

export const idParamsSchema = z.object({ id: z.string() })
