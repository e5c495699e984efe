/** Whole seconds until a wait is over, counted by the clock: a tab in the background wakes late, not behind. */
import { useEffect, useState } from 'react'

const secondMs = 1000

export function useCountdown(seconds: number): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds)

  useEffect(() => {
    // The clock of the page, which nobody sets back.
    const endsAt = performance.now() + seconds * secondMs
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const leftMs = Math.max(0, endsAt - performance.now())
      setSecondsLeft(Math.ceil(leftMs / secondMs))
      if (leftMs > 0) timer = setTimeout(look, leftMs % secondMs || secondMs)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [seconds])

  return secondsLeft
}
