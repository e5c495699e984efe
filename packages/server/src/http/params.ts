/** Ids in addresses. Whether one exists is for the domain to say. */
import { z } from 'zod'

export const idParamsSchema = z.object({ id: z.string() })
