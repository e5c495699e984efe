/** Keeps the provider's public key while somebody is away at their bank. */

const storageKey = 'filesmith.payment-key'

export function keepProviderKey(publishableKey: string): void {
  try {
    sessionStorage.setItem(storageKey, publishableKey)
  } catch {
    // Storage may be closed to us; the address then says how the payment went.
  }
}

export function recallProviderKey(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}
