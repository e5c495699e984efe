/** Calls back once when an element has been in view: half of it, for a second, as advertisers count. */
import { type RefObject, useEffect, useEffectEvent } from 'react'

const seenAfterMs = 1000
const seenShare = 0.5

export function useSeen(ref: RefObject<HTMLElement | null>, isWatched: boolean, onSeen: () => void): void {
  const tell = useEffectEvent(onSeen)
  useEffect(() => {
    const element = ref.current
    if (!isWatched || !element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      entries => {
        clearTimeout(timer)
        if (!entries.at(-1)?.isIntersecting) return
        timer = setTimeout(() => {
          observer.disconnect()
          tell()
        }, seenAfterMs)
      },
      { threshold: seenShare },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [ref, isWatched])
}
