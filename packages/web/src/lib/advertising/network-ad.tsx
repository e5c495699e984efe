/** Ad of the network in a reserved space; the built-in ad when the network has none. */

import { frameMessages } from '@filesmith/contract/messages/frame'
import { paths } from '@filesmith/contract/routes'
import type { AdPosition } from '@filesmith/contract/schemas/ad-impression'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { AdFrame } from '../../ui/ad-frame.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { AdNetwork } from './ad-store.ts'
import { loadAdScript } from './load-ad-script.ts'
import { postAdImpression } from './post-ad-impression.ts'

const viewableAfterMs = 1000

const viewableShare = 0.5

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

/** Calls back once an element was viewable: 50 % in view for one second (MRC viewability standard). */
function useViewable(ref: RefObject<HTMLElement | null>, isEnabled: boolean, onViewable: () => void): void {
  const notify = useEffectEvent(onViewable)
  useEffect(() => {
    const element = ref.current
    if (!isEnabled || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      entries => {
        clearTimeout(timer)
        if (!entries.at(-1)?.isIntersecting) return
        timer = setTimeout(() => {
          observer.disconnect()
          notify()
        }, viewableAfterMs)
      },
      { threshold: viewableShare },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [ref, isEnabled])
}

type AdSlotState = 'asked' | 'filled' | 'empty'

/** Requests one ad from the network and reports whether the slot was filled. */
function useAdSlot(slotRef: RefObject<HTMLElement | null>, publisherId: string): AdSlotState {
  const [state, setState] = useState<AdSlotState>('asked')

  useEffect(() => {
    const slot = slotRef.current
    if (!slot) return
    let isUnmounted = false
    // The network sets the result as an attribute of the element.
    const observer = new MutationObserver(() => {
      const { adStatus } = slot.dataset
      if (adStatus) setState(adStatus === 'filled' ? 'filled' : 'empty')
    })
    observer.observe(slot, { attributeFilter: ['data-ad-status'] })
    const requestAd = async () => {
      await loadAdScript(publisherId)
      // `push` fills the first empty slot of the document and throws when there is none.
      if (!isUnmounted) window.adsbygoogle?.push({})
    }
    requestAd().catch(error => {
      if (isUnmounted) return
      console.warn('ad failed to load', error)
      setState('empty')
    })
    return () => {
      isUnmounted = true
      observer.disconnect()
    }
  }, [slotRef, publisherId])

  return state
}
