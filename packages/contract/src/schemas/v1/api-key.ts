/** API keys for /api/v1. */
import { z } from 'zod'

export const apiScopes = ['jobs:read', 'jobs:write', 'webhooks'] as const
export type ApiScope = (typeof apiScopes)[number]

/** Per account. */
export const maxApiKeys = 20

export const newApiKeySchema = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name.').max(60, 'At most 60 characters.'),
  scopes: z.array(z.enum(apiScopes)).min(1, 'Select at least one permission.'),
  expiresInDays: z.number().int().min(1).max(365).nullable().default(null),
})
export type NewApiKey = z.infer<typeof newApiKeySchema>

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Enough to distinguish keys, not enough to use one. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
})
export type ApiKey = z.infer<typeof apiKeySchema>

export const apiKeysSchema = z.array(apiKeySchema)

export const createdApiKeySchema = apiKeySchema.extend({
  key: z.string().describe('The key itself. Returned only once and not stored.'),
})
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>
