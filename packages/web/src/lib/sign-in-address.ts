/** Where to sign in first, and come back from to where one wanted to be. */
import { paths } from '@filesmith/contract/routes'

export function signInAddress(next: string): string {
  return `${paths.signIn}?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
