/**
 * What `zod` means in the built site (an alias in vite.config.ts): configured before any schema exists, in whichever chunk is
 * first. Disables its JIT, which uses `eval` and violates the content security policy.
 */
import { config } from 'zod/v4'

config({ jitless: true })

export * from 'zod/v4'
