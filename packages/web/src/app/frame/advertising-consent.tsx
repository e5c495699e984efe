/** Decides which advertisements the page shows and asks for consent where it is needed. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { advertisingMessages } from '@filesmith/contract/messages/advertising'
import { paths } from '@filesmith/contract/routes'
import { type AdConfig, adConfigSchema } from '@filesmith/contract/schemas/ad-config'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'
import { type AdConsent, chooseAdConsent, useAdConsent } from '../../lib/advertising/ad-consent.ts'
import { adStore, useAdState } from '../../lib/advertising/ad-store.ts'
import { decideAds } from '../../lib/advertising/decide-ads.ts'
import { isAdPage } from '../../lib/advertising/is-ad-page.ts'
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
    const config = adConfigSchema.parse(await response.json())
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
