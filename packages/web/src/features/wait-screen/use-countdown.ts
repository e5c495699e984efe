/** Countdown in whole seconds, measured by the clock because timers of background tabs are throttled. */
import { useEffect, useState } from 'react'

const secondMs = 1000

export function useCountdown(seconds: number): number {
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
