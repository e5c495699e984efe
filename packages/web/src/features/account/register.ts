/** Registers an account and shows a toast. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { accountMessages } from '@filesmith/contract/messages/account'
import { type User, userReplySchema } from '@filesmith/contract/schemas/account'
import { request } from '../../lib/request.ts'
import { toasts } from '../../lib/toast-store.ts'

interface AccountDetails {
  readonly username: string
  readonly email: string
  readonly password: string
}

interface Announcement {
  readonly title: string
  readonly description: string
}

/** The sign-up page passes its own announcement; the default is for all other places. */
export async function register(
  details: AccountDetails,
  announcement: Announcement = accountMessages.signUp.elsewhereToast,
): Promise<User> {
  const response = await request('POST', apiPaths.register, details)
  const { user } = userReplySchema.parse(await response.json())
  toasts.show(announcement)
  return user
}
