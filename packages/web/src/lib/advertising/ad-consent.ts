/** Whether foreign advertising may be loaded in this browser: asked once, kept for half a year, changed at any time. */
import { useSyncExternalStore } from 'react'

export type AdConsent = 'accepted' | 'declined'

const storageKey = 'filesmith.ad-consent'
const keptMs = 182 * 24 * 60 * 60 * 1000

/** For browsers that let us store nothing: the choice then lasts for this visit. */
let ofThisVisit: AdConsent | null = null
const listeners = new Set<() => void>()

export function chooseAdConsent(consent: AdConsent): void {
  ofThisVisit = consent
  try {
    localStorage.setItem(storageKey, `${consent} ${new Date().toISOString()}`)
    ofThisVisit = null
  } catch {
    // Kept above.
  }
  for (const listener of listeners) listener()
}

/** Null as long as nobody chose. */
export function useAdConsent(): AdConsent | null {
  return useSyncExternalStore(subscribe, readConsent)
}

function readConsent(): AdConsent | null {
  return ofThisVisit ?? readStored() ?? (hasGlobalPrivacyControl() ? 'declined' : null)
}

function readStored(): AdConsent | null {
  try {
    const [consent, chosenAt = ''] = (localStorage.getItem(storageKey) ?? '').split(' ')
    const ageMs = Date.now() - Date.parse(chosenAt)
    return (consent === 'accepted' || consent === 'declined') && ageMs < keptMs ? consent : null
  } catch {
    return null
  }
}

/** A browser that says no for its user has answered already. */
function hasGlobalPrivacyControl(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // What is chosen in another tab holds in this one.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
