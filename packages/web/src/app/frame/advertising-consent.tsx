/** Decides which advertisements the page shows and asks for consent where it is needed. */
import { advertisingMessages } from '@filesmith/contract/messages/advertising'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useAdConsent } from '../../lib/advertising/ad-consent.ts'
import { adStore, useAdState } from '../../lib/advertising/ad-store.ts'
import { decideAds } from '../../lib/advertising/decide-ads.ts'
import { isAdPage } from '../../lib/advertising/is-ad-page.ts'
import { pauseAdScript } from '../../lib/advertising/load-ad-script.ts'
import { useAdConfig } from '../../lib/advertising/use-ad-config.ts'
import { useAccount } from '../../lib/use-account.ts'
import { useConfirmedPlan } from '../../lib/use-plan.ts'
import { ConsentBar } from './consent-bar.tsx'

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
