/** Ad of the network in a reserved space; the built-in ad when the network has none. */

import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import type { AdPosition } from '@filesmith/contract/schemas/ad-impression'
import { type ReactNode, useEffect, useRef } from 'react'
import { AdFrame } from '../../ui/ad-frame.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { AdNetwork } from './ad-store.ts'
import { postAdImpression } from './post-ad-impression.ts'
import { useAdSlot } from './use-ad-slot.ts'
import { useViewable } from './use-viewable.ts'

interface NetworkAdProps {
  readonly network: AdNetwork
  readonly position: AdPosition
  readonly className: string
  readonly onFilled: ((adUnitId: string) => void) | undefined
  readonly builtInAd: ReactNode
}

export function NetworkAd({ network, position, className, onFilled, builtInAd }: NetworkAdProps) {
  const slotRef = useRef<HTMLModElement>(null)
  const state = useAdSlot(slotRef, network.publisherId)
  const unit = network.units?.[position]
  const adUnitId = `adsense-${unit ?? position}`
  const isFilled = state === 'filled'

  useEffect(() => {
    if (isFilled) onFilled?.(adUnitId)
  }, [isFilled, onFilled, adUnitId])
  useViewable(slotRef, isFilled && !onFilled, () => void postAdImpression(adUnitId, position))

  if (state === 'empty') return builtInAd
  return (
    <AdFrame className={className} labelEnd={<UpgradeLink />}>
      <ins
        ref={slotRef}
        className="adsbygoogle block min-h-0 grow overflow-hidden bg-surface-sunken no-underline"
        data-ad-client={network.publisherId}
        data-ad-slot={unit}
        data-full-width-responsive="false"
      />
    </AdFrame>
  )
}

/** Link to the ad-free plans. Negative margins keep the label row as high as that of built-in ads. */
function UpgradeLink() {
  return (
    <TextLink to={paths.plans} className="-my-1 inline-flex min-h-6 items-center">
      {frameMessages.upgrade}
    </TextLink>
  )
}
