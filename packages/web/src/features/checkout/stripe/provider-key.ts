/** Stores the publishable key during a redirect to the customer's bank. */

const storageKey = 'filesmith.payment-key'

export function saveProviderKey(publishableKey: string): void {
  try {
    sessionStorage.setItem(storageKey, publishableKey)
  } catch {
    // Storage may be blocked: the status in the return URL is used instead.
  }
}

export function readProviderKey(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}
