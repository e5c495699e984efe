/** Settings of who can create an account and who can use the site. */
import { accessModes, signUpModes } from '@filesmith/contract/access-modes'
import { z } from 'zod'

export const accessSettings = {
  SIGN_UP: z
    .enum(signUpModes)
    .optional()
    .describe(
      'Who can create an account: open (anyone), invite (guests with an invitation of an operator) or closed (only npm run admin). Applies to single sign-on, Google and GitHub too. Default: open; invite with INSTANCE=private.',
    ),
  ACCESS: z
    .enum(accessModes)
    .default('open')
    .describe(
      'Who can use the site: open (visitors too) or signed-in. With signed-in, visitors can open only the sign-in, sign-up, set-up, password, help and legal pages; API calls need a session or an API key.',
    ),
}
