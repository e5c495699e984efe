/** Addresses of accounts whose email address is not known; no mail is sent to them (RFC 2606 reserves `.invalid`). */

const domain = '@proxy.invalid'

export function unreachableAddress(id: string): string {
  return `${id}${domain}`
}

export function isUnreachableAddress(email: string): boolean {
  return email.endsWith(domain)
}

/** For the screen. */
export function shownAddress(email: string): string {
  return isUnreachableAddress(email) ? 'No email address' : email
}
