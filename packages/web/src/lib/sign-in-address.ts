/** URL of the sign-in page with a return path. */
import { paths } from '@filesmith/contract/routes'

export function signInAddress(next: string): string {
  return `${paths.signIn}?next=${encodeURIComponent(next).replaceAll('%2F', '/')}`
}
