/** The public API. */
import { z } from 'zod'
import { isNetwork } from '../adapters/outbound-http/address-rules.ts'
import { splitByCommas, wholeNumber } from './setting-kinds.ts'

export const apiSettings = {
  API_CALLS_PER_MINUTE: wholeNumber(1)
    .default(300)
    .describe('Calls of the public API that one key may make in a minute.'),
  API_ACCOUNT_CALLS_PER_MINUTE: wholeNumber(1)
    .default(1000)
    .describe('Calls that all keys of one account may make together in a minute.'),
  OUTBOUND_ALLOWED_NETWORKS: z
    .string()
    .default('')
    .transform(splitByCommas)
    .refine(networks => networks.every(isNetwork), 'must be networks like 10.1.0.0/16, with commas between')
    .describe(
      'Private networks that jobs of the API may fetch from and send to, and that webhooks may stand in, as 10.1.0.0/16 with commas between. Without it only the public internet.',
    ),
  OUTBOUND_TIMEOUT_SECONDS: wholeNumber(1)
    .default(1800)
    .describe('How long fetching one file from the web, or sending one result there, may take.'),
  WEBHOOK_RETRY_SECONDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be seconds with commas between')
    .default('5,60,300,1800,7200,21600,43200,86400')
    .transform(text => splitByCommas(text).map(Number))
    .describe(
      'How long a webhook that failed waits before each further try, in seconds with commas between.',
    ),
}
