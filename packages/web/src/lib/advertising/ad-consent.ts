/** Consent to third-party advertising in this browser, stored for half a year. */
import { useSyncExternalStore } from 'react'

export type AdConsent = 'accepted' | 'declined'

const storageKey = 'filesmith.ad-consent'
const maxAgeMs = 182 * 24 * 60 * 60 * 1000

/** Fallback for blocked storage: lasts until the page is closed. */
let inMemoryConsent: AdConsent | null = null
const listeners = new Set<() => void>()

export function chooseAdConsent(consent: AdConsent): void {
  inMemoryConsent = consent
  try {
    localStorage.setItem(storageKey, `${consent} ${new Date().toISOString()}`)
    inMemoryConsent = null
  } catch {
    // Kept in memory.
  }
  for (const listener of listeners) listener()
}

/** Null before a choice. */
export function useAdConsent(): AdConsent | null {
  return useSyncExternalStore(subscribe, readConsent)
}

function readConsent(): AdConsent | null {
  return inMemoryConsent ?? readStored() ?? (hasGlobalPrivacyControl() ? 'declined' : null)
}

function readStored(): AdConsent | null {
  try {
    const [consent, chosenAt = ''] = localStorage.getItem(storageKey)?.split(' ') ?? []
    const ageMs = Date.now() - Date.parse(chosenAt)
    return (consent === 'accepted' || consent === 'declined') && ageMs < maxAgeMs ? consent : null
  } catch {
    return null
  }
}

/** Global Privacy Control of the browser counts as declined. */
function hasGlobalPrivacyControl(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Choices made in other tabs.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
