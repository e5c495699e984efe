/** Who can create an account, and whether visitors can use the site. */
import { paths } from './routes.ts'

export const signUpModes = ['open', 'invite', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

export const accessModes = ['open', 'signed-in'] as const
export type AccessMode = (typeof accessModes)[number]

const openPages: readonly string[] = [
  paths.signIn,
  paths.signUp,
  paths.invitation,
  paths.setUp,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
  paths.terms,
  paths.privacy,
  paths.help,
]

/** Whether visitors can open the page with ACCESS=signed-in. Help articles are below the help page. */
export function isOpenPage(path: string): boolean {
  return openPages.includes(path) || path.startsWith(`${paths.help}/`)
}
