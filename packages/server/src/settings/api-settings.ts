/** Settings of the public API. */
import { z } from 'zod'
import { isNetwork } from '../adapters/outbound-http/address-rules.ts'
import { splitByCommas, wholeNumber } from './setting-kinds.ts'

export const apiSettings = {
  API_CALLS_PER_MINUTE: wholeNumber(1).default(300).describe('Public API calls per minute and key.'),
  API_ACCOUNT_CALLS_PER_MINUTE: wholeNumber(1)
    .default(1000)
    .describe('Public API calls per minute for all keys of one account together.'),
  OUTBOUND_ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform(splitByCommas)
    .refine(networks => networks.every(isNetwork), 'must be networks like 10.1.0.0/16, separated by commas')
    .describe(
      'Private networks that API jobs and webhooks may connect to, such as 10.1.0.0/16, separated by commas. If empty, only public addresses are allowed.',
    ),
  OUTBOUND_TIMEOUT_SECONDS: wholeNumber(1)
    .default(1800)
    .describe('Time limit for importing one file from a URL, or exporting one result to one.'),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be seconds, separated by commas')
    .default('5,60,300,1800,7200,21600,43200,86400')
    .transform(text => splitByCommas(text).map(Number))
    .describe('Delays before each retry of a failed webhook delivery, in seconds, separated by commas.'),
}
