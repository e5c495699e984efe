/** Decides which advertisements the page shows and asks for consent where it is needed. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { advertisingMessages } from '@filesmith/contract/messages/advertising'
import { type PlanId, plans } from '@filesmith/contract/plans'
import { paths } from '@filesmith/contract/routes'
import type { User } from '@filesmith/contract/schemas/account'
import type { AdConfig, AdMode } from '@filesmith/contract/schemas/ad-config'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { adStore, useAdState } from '../../lib/advertising/ad-store.ts'
import { pauseAdScript } from '../../lib/advertising/load-ad-script.ts'
import { request } from '../../lib/request.ts'
import { useAccount } from '../../lib/use-account.ts'
import { useConfirmedPlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const property = '--bottom-bar'

export function AdvertisingConsent() {
  const config = useAdConfig()
  const plan = useConfirmedPlan()
  const { state, user } = useAccount()
  const consent = useAdConsent()
  const { pathname } = useLocation()
  const { isChoosing } = useAdState()
  const decision = decideAds(config, { plan: state === 'unknown' ? undefined : plan, user }, consent)
  const isShown = decision === 'network' && isAdPage(pathname)
  const canChoose = decision !== 'none'
  const isAsking = canChoose && (isChoosing || (decision === 'ask' && isAdPage(pathname)))

  const publisherId = config?.publisherId
  const units = config?.units
  useEffect(() => {
    if (!isShown || !publisherId) return
    adStore.change({ network: { publisherId, units } })
    return () => {
      adStore.change({ network: null })
      pauseAdScript()
    }
  }, [isShown, publisherId, units])

  useEffect(() => {
    adStore.change({ canChoose })
    return adStore.clear
  }, [canChoose])

  return (
    <>
      <p role="status" className="sr-only">
        {isAsking && !isChoosing ? advertisingMessages.announcement : null}
      </p>
      {isAsking ? <ConsentBar consent={consent} isChoosing={isChoosing} /> : null}
    </>
  )
}

/** Ad configuration of the server; null when it cannot be loaded. */
function useAdConfig(): AdConfig | null | undefined {
  return useQuery({ queryKey: [apiPaths.adConfig], queryFn: fetchAdConfig }).data
}

async function fetchAdConfig(): Promise<AdConfig | null> {
  try {
    const response = await request('GET', apiPaths.adConfig)
    const config: AdConfig = await response.json()
    if (!config.publisherId) console.warn('no publisher id configured, showing built-in ads')
    return config
  } catch (error) {
    console.warn('ad configuration request failed', error)
    return null
  }
}

interface ConsentBarProps {
  readonly consent: AdConsent | null
  /** Whether it was reopened to change an earlier choice. */
  readonly isChoosing: boolean
}

/** Consent bar for third-party advertising at the bottom edge, with two equally styled choices. */
function ConsentBar({ consent, isChoosing }: ConsentBarProps) {
  const barRef = useRef<HTMLElement>(null)
  const openerRef = useRef<Element>(null)
  const headingId = useId()
  useBottomBar(barRef)

  useEffect(() => {
    const bar = barRef.current
    if (!isChoosing || !bar || bar.contains(document.activeElement)) return
    openerRef.current = document.activeElement
    bar.focus()
  }, [isChoosing])

  const close = () => {
    adStore.change({ isChoosing: false })
    const next = openerRef.current ?? document.getElementById('content')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }
  const choose = (choice: AdConsent) => {
    chooseAdConsent(choice)
    close()
  }

  return (
    <section
      ref={barRef}
      tabIndex={-1}
      aria-labelledby={headingId}
      onKeyDown={event => event.key === 'Escape' && isChoosing && close()}
      className="appear fixed inset-x-0 bottom-0 z-30 max-h-[60dvh] overflow-y-auto border-t border-line-strong bg-surface-raised shadow-float -outline-offset-2 print:hidden"
    >
      <div className="mx-auto flex max-w-[75rem] items-center gap-x-10 gap-y-4 px-4 py-4 max-md:flex-col max-md:items-stretch sm:px-6">
        <div className="min-w-0 grow">
          <h2 id={headingId} className="text-base">
            {advertisingMessages.heading}
          </h2>
          <p className="mt-1 max-w-prose text-ink-muted">
            {advertisingMessages.text}{' '}
            {consent && isChoosing ? `${advertisingMessages.currentChoice[consent]} ` : null}
            <TextLink to={paths.privacy}>{advertisingMessages.privacy}</TextLink>
          </p>
        </div>
        <div className="flex shrink-0 gap-3">
          <Button className="min-h-11 min-w-28 grow" onClick={() => choose('declined')}>
            {advertisingMessages.decline}
          </Button>
          <Button className="min-h-11 min-w-28 grow" onClick={() => choose('accepted')}>
            {advertisingMessages.accept}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Publishes the height of a bar at the bottom edge as a CSS variable, so that content is not hidden behind it. */
function useBottomBar(barRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const bar = barRef.current
    if (!bar) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`))
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [barRef])
}

const adPages: readonly string[] = [paths.tools, paths.help, paths.about]

/** Pages with network ads: tools and content, but no pages with passwords or payments. */
export function isAdPage(pathname: string): boolean {
  return pathname === paths.home || adPages.some(page => `${pathname}/`.startsWith(`${page}/`))
}

interface AdViewer {
  /** Undefined while loading: no network ads for users who may have paid. */
  readonly plan: PlanId | undefined
  /** After signing in, the account has its plan before the capabilities are reloaded. */
  readonly user: Pick<User, 'subscriptionPlan'> | null
}

/** 'none': network ads are not shown to this user, who has no choice. */
type AdDecision = 'none' | 'ask' | 'declined' | 'network'

const isInAudience: Readonly<Record<AdMode, (isSignedIn: boolean) => boolean>> = {
  'free-users': () => true,
  // Basic and Pro are excluded here too.
  all: () => true,
  'non-authenticated': isSignedIn => !isSignedIn,
}

/** Decides between built-in ads, the consent prompt and network ads. */
export function decideAds(
  config: AdConfig | null | undefined,
  { plan, user }: AdViewer,
  consent: AdConsent | null,
): AdDecision {
  const hasAdvertising = plan !== undefined && plans[plan].hasAdvertising
  if (!config?.publisherId || !hasAdvertising || (user && user.subscriptionPlan !== 'free')) return 'none'
  if (!isInAudience[config.mode](user !== null)) return 'none'
  if (consent === null) return 'ask'
  return consent === 'accepted' ? 'network' : 'declined'
}

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
