/** Wait screen before a conversion on the Free plan: countdown, advertisement and Continue button. */
import { promotions } from '@filesmith/contract/messages/frame'
import { waitMessages } from '@filesmith/contract/messages/wait'
import { useCallback, useEffect, useRef, useState } from 'react'
import { AdSlot } from '../../lib/advertising/ad-slot.tsx'
import { postAdImpression } from '../../lib/advertising/post-ad-impression.ts'
import { AdPanel } from '../../ui/ad-panel.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckList } from '../../ui/check-list.tsx'

const secondMs = 1000

const ownAdUnitId = 'own-premium'
const adSize = 'h-78 bg-surface sm:h-70'

interface WaitScreenProps {
  readonly seconds: number
  readonly onContinue: () => void
  readonly onLeave: () => void
}

export function WaitScreen({ seconds, onContinue, onLeave }: WaitScreenProps) {
  const secondsLeft = useCountdown(seconds)
  const isOver = secondsLeft === 0
  const continueRef = useRef<HTMLButtonElement>(null)
  const hasPosted = useRef(false)
  const adUnitId = useRef(ownAdUnitId)

  useEffect(() => {
    if (!isOver || hasPosted.current) return
    hasPosted.current = true
    void postAdImpression(adUnitId.current, 'pre-conversion')
  }, [isOver])

  useEffect(() => {
    // Moves the focus only if it is on the dialog itself, not on another control.
    const button = continueRef.current
    if (isOver && button?.closest('[role=dialog]') === document.activeElement) button?.focus()
  }, [isOver])

  const handleFilled = useCallback((filledUnitId: string) => {
    adUnitId.current = filledUnitId
  }, [])

  return (
    <div className="mt-1 flex flex-col gap-5">
      <p className="text-ink-muted">{waitMessages.text}</p>
      <AdSlot position="pre-conversion" className={adSize} onFilled={handleFilled}>
        <AdPanel heading={promotions.premium.heading} text={promotions.premium.text} className={adSize}>
          <CheckList points={promotions.premium.points} className="grid text-sm sm:grid-cols-2" />
        </AdPanel>
      </AdSlot>
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <p className="flex min-h-9 items-baseline gap-2 max-sm:w-full">
          {isOver ? (
            <span aria-hidden="true" className="font-semibold text-success">
              {waitMessages.ready}
            </span>
          ) : (
            <>
              <span role="timer" className="figures text-xl font-semibold">
                {secondsLeft}
              </span>
              <span className="text-ink-muted">{waitMessages.secondsLeft(secondsLeft)}</span>
            </>
          )}
        </p>
        {/* Announced at the beginning and at the end, not every second. */}
        <p role="status" className="sr-only">
          {isOver ? waitMessages.ready : waitMessages.pleaseWait(seconds)}
        </p>
        <div className="flex gap-3 max-sm:w-full">
          <Button className="min-h-12" onClick={onLeave}>
            {waitMessages.notNow}
          </Button>
          <Button
            ref={continueRef}
            variant="accent"
            size="large"
            className="max-sm:grow"
            disabled={!isOver}
            onClick={onContinue}
          >
            {waitMessages.continue}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Countdown in whole seconds, measured by the clock because timers of background tabs are throttled. */
function useCountdown(seconds: number): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds)

  useEffect(() => {
    // Monotonic clock: not affected by changes of the system time.
    const endsAt = performance.now() + seconds * secondMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      const leftMs = Math.max(0, endsAt - performance.now())
      setSecondsLeft(Math.ceil(leftMs / secondMs))
      if (leftMs > 0) timer = setTimeout(update, leftMs % secondMs || secondMs)
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [seconds])

  return secondsLeft
}
