/** Requests one ad from the network and reports whether the slot was filled. */
import { type RefObject, useEffect, useState } from 'react'
import { loadAdScript } from './load-ad-script.ts'

type AdSlotState = 'asked' | 'filled' | 'empty'

export function useAdSlot(slotRef: RefObject<HTMLElement | null>, publisherId: string): AdSlotState {
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
