/** Keeps zod from compiling schemas with eval, which the content security policy forbids; imported before any schema. */
import { config } from 'zod'

config({ jitless: true })
