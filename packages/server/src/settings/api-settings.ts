/** The public API. */
import { wholeNumber } from './setting-kinds.ts'

export const apiSettings = {
  API_CALLS_PER_MINUTE: wholeNumber(1)
    .default(300)
    .describe('Calls of the public API that one key may make in a minute.'),
  API_ACCOUNT_CALLS_PER_MINUTE: wholeNumber(1)
    .default(1000)
    .describe('Calls that all keys of one account may make together in a minute.'),
}
