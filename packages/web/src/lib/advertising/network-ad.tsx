/** An advertisement of the network, in a space that is reserved for it; ours when the network has none. */

import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import type { AdPosition } from '@filesmith/contract/schemas/ad-impression'
import { type ReactNode, useEffect, useRef } from 'react'
import { AdFrame } from '../../ui/ad-frame.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { AdNetwork } from './ad-stage.ts'
import { postAdImpression } from './post-ad-impression.ts'
import { useAdSlot } from './use-ad-slot.ts'
import { useSeen } from './use-seen.ts'

interface NetworkAdProps {
  readonly network: AdNetwork
  readonly position: AdPosition
  readonly className: string
  readonly onFilled: ((adUnitId: string) => void) | undefined
  readonly own: ReactNode
}

export function NetworkAd({ network, position, className, onFilled, own }: NetworkAdProps) {
  const slotRef = useRef<HTMLModElement>(null)
  const state = useAdSlot(slotRef, network.publisherId)
  const unit = network.units?.[position]
  const adUnitId = `adsense-${unit ?? position}`
  const isFilled = state === 'filled'

  useEffect(() => {
    if (isFilled) onFilled?.(adUnitId)
  }, [isFilled, onFilled, adUnitId])
  useSeen(slotRef, isFilled && !onFilled, () => void postAdImpression(adUnitId, position))

  if (state === 'empty') return own
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

/** The way to a plan without advertising; as high as it can be without making the line higher than that of ours. */
function UpgradeLink() {
  return (
    <TextLink to={paths.plans} className="-my-1 inline-flex min-h-6 items-center">
      {frameMessages.upgrade}
    </TextLink>
  )
}
