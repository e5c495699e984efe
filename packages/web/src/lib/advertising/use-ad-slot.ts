/** Asks the network for one advertisement and tells what came of it. */
import { type RefObject, useEffect, useState } from 'react'
import { loadAdScript } from './load-ad-script.ts'

type AdSlotState = 'asked' | 'filled' | 'empty'

export function useAdSlot(slotRef: RefObject<HTMLElement | null>, publisherId: string): AdSlotState {
  const [state, setState] = useState<AdSlotState>('asked')

  useEffect(() => {
    const slot = slotRef.current
    if (!slot) return
    let isGone = false
    // The network writes its answer onto the element.
    const answer = new MutationObserver(() => {
      const { adStatus } = slot.dataset
      if (adStatus) setState(adStatus === 'filled' ? 'filled' : 'empty')
    })
    answer.observe(slot, { attributeFilter: ['data-ad-status'] })
    const ask = async () => {
      await loadAdScript(publisherId)
      // It takes the first free slot in the document: without this one there would be one question too many.
      if (!isGone) window.adsbygoogle?.push({})
    }
    ask().catch(error => {
      if (isGone) return
      console.warn('No advertisement could be loaded.', error)
      setState('empty')
    })
    return () => {
      isGone = true
      answer.disconnect()
    }
  }, [slotRef, publisherId])

  return state
}
