/** Disables zod's JIT, which uses `eval` and violates the content security policy; must be imported before any schema. */
import { config } from 'zod'

config({ jitless: true })
