/** Calls back once an element was viewable: 50 % in view for one second (MRC viewability standard). */
import { type RefObject, useEffect, useEffectEvent } from 'react'

const viewableAfterMs = 1000
const viewableShare = 0.5

export function useViewable(
  ref: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onViewable: () => void,
): void {
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
